import type { ConfigMap, UpdateSummary } from "@pulumi/pulumi/automation/index.js";
import { expect, test } from "vitest";
import {
  type Configurable,
  refuseOtherAddress,
  writeConfig,
} from "../../../examples/fleet/src/stack-settings.ts";
import type { Tenant } from "../../../examples/fleet/src/tenant.ts";

const tenant: Tenant = {
  name: "acme",
  baseUrl: "https://acme.example.com/api/v2",
  domain: "login.acme.example",
  credentials: {},
};
const listed = { "fleet:domain": { value: tenant.domain }, "idm:baseUrl": { value: tenant.baseUrl } };

/** A stack with this configuration. That of `project` is in Pulumi.yaml, where no command removes it. */
class StackInMemory implements Configurable {
  readonly commands: string[] = [];
  readonly workspace = { projectSettings: async () => ({ name: "fleet", runtime: "nodejs" }) };
  own: ConfigMap;
  readonly #project: ConfigMap;

  constructor(own: ConfigMap, project: ConfigMap = {}) {
    this.own = own;
    this.#project = project;
  }

  async getAllConfig(): Promise<ConfigMap> {
    return { ...this.#project, ...this.own };
  }

  async setAllConfig(config: ConfigMap): Promise<void> {
    this.commands.push("set");
    this.own = { ...this.own, ...config };
  }

  async removeAllConfig(keys: string[]): Promise<void> {
    this.commands.push("remove");
    this.own = Object.fromEntries(Object.entries(this.own).filter(([key]) => !keys.includes(key)));
  }
}

test("the provider's settings of a stack become those of the list, and other configuration stays", async () => {
  const other = { "aws:region": { value: "eu-west-1" } };
  const old = { "idm:authUrl": { value: "https://old.example" }, "idm:clientSecret": { value: "x" } };
  const stack = new StackInMemory({ ...other, ...old });
  await writeConfig(stack, tenant);
  expect(stack.own).toEqual({ ...other, ...listed });
});

test("a stack with the settings of the list is not written", async () => {
  const stack = new StackInMemory(listed);
  await writeConfig(stack, tenant);
  expect(stack.commands).toEqual([]);
});

test("a setting that is not of the stack is refused", async () => {
  const stack = new StackInMemory(listed, { "idm:authUrl": { value: "https://old.example" } });
  await expect(writeConfig(stack, tenant)).rejects.toThrow(
    "the configuration idm:authUrl comes from Pulumi.yaml or an environment of Pulumi, not from the list: remove",
  );
});

const updates = (kinds: UpdateSummary["kind"][], baseUrl: string) =>
  kinds.map((kind) => ({ kind, config: { "idm:baseUrl": { value: baseUrl } } }) as unknown as UpdateSummary);

/** The history of a stack, the last update first. */
const stackWith = (history: UpdateSummary[]) => ({
  history: async (size = 10, page = 1) => history.slice((page - 1) * size, page * size),
});

test("the address of the last up is found behind many refreshes", async () => {
  const refreshes = updates(
    Array.from({ length: 30 }, () => "refresh" as const),
    tenant.baseUrl,
  );
  const moved = stackWith([...refreshes, ...updates(["update"], "https://old.example/api/v2")]);
  await expect(refuseOtherAddress(moved, tenant)).rejects.toThrow(
    "the last up was at https://old.example/api/v2, but the list has https://acme.example.com/api/v2: correct",
  );
});

test("another spelling of the address, and a stack without an up, are accepted", async () => {
  await refuseOtherAddress(stackWith(updates(["update"], "https://ACME.example.com:443/api/v2/")), tenant);
  await refuseOtherAddress(stackWith([]), tenant);
  await refuseOtherAddress(stackWith(updates(["refresh"], "https://old.example/api/v2")), tenant);
});
