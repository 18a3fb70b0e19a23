import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, test } from "vitest";
import * as idm from "../../sdk/index.ts";
import { withDefaults } from "../../sdk/resource-options.ts";
import { mockEngine, registration, resolved } from "./registered.ts";

beforeAll(() => mockEngine({ customDomainId: "cd_1" }));

const selfManaged = { domain: "login.example.com", type: "self_managed_certs" } as const;
const event = { eventStreamId: "est_1", eventId: "evt_1" };

test.each<[create: (opts: pulumi.CustomResourceOptions) => unknown, message: RegExp]>([
  [
    (opts) => new idm.Role("admin", { name: "admin" }, opts),
    /^Role "admin": .*adopt: true.*Role\.get.*plugin/,
  ],
  [
    (opts) => new idm.CustomDomain("login", selfManaged, opts),
    /^CustomDomain "login": .*adopt: true.*CustomDomain\.get.*plugin/,
  ],
  [
    (opts) => new idm.VcTemplate("mdl", { templateId: "vct_1" }, opts),
    /^VcTemplate "mdl": .*templateId.*VcTemplate\.get.*plugin/,
  ],
  [(opts) => new idm.EventRedelivery("again", event, opts), /^EventRedelivery "again": .*declare it.*plugin/],
])("the resource option import is an error that says what to do instead (%#)", (create, message) => {
  expect(() => create({ import: "some_id" })).toThrow(message);
  expect(() => create({ import: "some_id" })).toThrow(pulumi.RunError);
});

const resourceClass = { secrets: [], insteadOfImport: "" };

test("what is unique at the service is deleted before it is replaced, unless the program says otherwise", () => {
  const unique = { ...resourceClass, isUnique: true };
  expect(withDefaults(unique, undefined)).toEqual({ deleteBeforeReplace: true });
  const undecided = { protect: true, deleteBeforeReplace: undefined };
  expect(withDefaults(unique, undecided)).toEqual({ protect: true, deleteBeforeReplace: true });
  expect(withDefaults(unique, { deleteBeforeReplace: false })).toEqual({ deleteBeforeReplace: false });
  expect(withDefaults(resourceClass, { protect: true })).toEqual({ protect: true });
});

test("secret outputs are added to those of the program", () => {
  const options = withDefaults({ ...resourceClass, secrets: ["b"] }, { additionalSecretOutputs: ["a"] });
  expect(options).toEqual({ additionalSecretOutputs: ["a", "b"] });
});

test("an output that is the id keeps the value that the engine returns", async () => {
  const login = new idm.CustomDomain("with-output", selfManaged);
  const user = new idm.Role("user", { name: login.customDomainId });
  expect(await resolved(login.customDomainId)).toBe("cd_1");
  expect((await registration(user)).inputs).toMatchObject({ name: "cd_1" });
});
