import { expect, test } from "vitest";
import { path } from "../../provider/client/path.ts";
import { adoptItem } from "../../provider/lifecycle/adopt.ts";
import type { Context } from "../../provider/lifecycle/context.ts";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { input, output } from "../../provider/lifecycle/property.ts";
import { secret, text, writeOnly } from "../../provider/lifecycle/property-types.ts";
import { worldForTest } from "../resources/stack-for-test.ts";

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

test("an item that a list shows after its end is not adopted, and the advice is one", async () => {
  const { service, stack, fail, up } = await worldForTest();
  const ghost = [{ id: "rol_ghost", name: "admin", description: "old" }];
  service.faults.add({ kind: "status", status: 200, body: ghost, method: "GET", path: /\/roles$/ });
  service.faults.add({ kind: "status", status: 200, body: [], method: "GET", path: /\/roles$/ });
  const adopting = { type: "Role", inputs: { name: "admin", description: "new", adopt: true } } as const;
  const error = await fail(adopting);
  expect(error).toMatchObject({ code: "ERR_IDM_API", status: 404 });
  expect(error.message).not.toMatch(/kept in the state|--refresh/);
  expect(stack.state.size).toBe(0);
  await up({ it: adopting });
  expect(service.tenant.roles.size).toBe(1);
});
