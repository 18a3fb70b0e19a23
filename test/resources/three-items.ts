// A program with one item of each kind, for tests of what counts as gone.
import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { Service } from "../service/service.ts";
import type { Declared } from "./stack.ts";

export const role = (inputs: Props): Declared => ({ type: "Role", inputs });
const domain = (inputs: Props = {}): Declared => ({
  type: "CustomDomain",
  inputs: { domain: "login.example.com", type: "self_managed_certs", ...inputs },
});
const template = (name: string): Declared => {
  const presentation = { mdl: { ns: { portrait: true } } };
  const fixed = { type: "mdl", dialect: "simplified/1.0", presentation, wellKnownTrustedIssuers: "aamva" };
  return { type: "VcTemplate", inputs: { ...fixed, name } };
};
export const program = { role: role({ name: "admin" }), domain: domain(), template: template("licence") };
/** The same items with other values. */
export const changed = {
  role: role({ name: "admin", description: "new" }),
  domain: domain({ customClientIpHeader: "cf-connecting-ip" }),
  template: template("driving licence"),
};

/** A copy of what the service holds. */
export function snapshot({ tenant }: Service): Record<string, object[]> {
  const { roles, domains, templates } = tenant;
  return structuredClone({ r: [...roles.values()], d: [...domains.values()], t: [...templates.values()] });
}
