import { expect, test } from "vitest";
import { path } from "../../provider/client/path.ts";
import { adoptItem } from "../../provider/lifecycle/adopt.ts";
import type { Context } from "../../provider/lifecycle/context.ts";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { input, output } from "../../provider/lifecycle/property.ts";
import { secret, text, writeOnly } from "../../provider/lifecycle/property-types.ts";

const fixed = (type = text()) => input(type, "Fixed.").optional().replaces();
const resource = defineResource({
  type: "Vault",
  description: "A vault.",
  properties: {
    name: input(text(), "Name.").replaces(),
    region: fixed(),
    token: fixed(secret(text())),
    password: fixed(secret(writeOnly(text()))),
    vaultId: output(text(), "Id."),
  },
  collection: {
    path: path`/vaults`,
    scope: "vaults",
    idProperty: "vaultId",
    wireId: "id",
    naturalKey: { property: "name" },
  },
});

/** Adopts an item that needs no request. */
const adopt = (props: Props, inputs: Props) =>
  adoptItem(
    { addSecretsOf: () => {} } as Partial<Context> as Context,
    resource,
    { id: "vlt_1", props: { name: "a", ...props } },
    { name: "a", ...inputs },
  );

test("an item that differs in what cannot be changed in place is refused, and the message shows neither value", async () => {
  for (const name of ["region", "token"]) {
    const refused = adopt({ [name]: "canary-theirs" }, { [name]: "canary-ours" });
    await expect(refused).rejects.toThrow(
      `The vault vlt_1 exists with another ${name} than the program declares, and it cannot be changed in place.`,
    );
    await expect(refused).rejects.not.toThrow("canary");
  }
});

test("what the service never answers is no reason to refuse an item", async () => {
  expect(await adopt({}, { password: "p" })).toMatchObject({ id: "vlt_1" });
});
