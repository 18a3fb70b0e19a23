import messages, { type InvokeResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromStruct, toStruct } from "../../../provider/hosts/plugin/values.ts";
import { type Props, unknownValue } from "../../../provider/lifecycle/handlers.ts";
import { secretValue as secret } from "../../../provider/lifecycle/secret-envelope.ts";
import { type Service, startService } from "../../service/service.ts";
import { call, configure, type PluginForTest, startPlugin } from "./plugin-for-test.ts";

let service: Service;
let plugin: PluginForTest;

beforeAll(async () => {
  service = await startService();
  plugin = await startPlugin();
  const { baseUrl, authUrl, client } = service;
  await configure(plugin, { baseUrl, authUrl, clientId: client.id, clientSecret: client.secret });
});
afterAll(async () => {
  await plugin?.close();
  await service?.close();
});

interface Result {
  readonly outputs: Props;
  /** Property and reason of each failure. */
  readonly failures: readonly (readonly [property: string, reason: string])[];
}

async function invoke(name: string, args: Props): Promise<Result> {
  const request = new messages.InvokeRequest().setTok(`idm:index:${name}`).setArgs(toStruct(args));
  const response = await call<unknown, InvokeResponse>(plugin, "invoke", request);
  const failures = response.toObject().failuresList;
  return {
    outputs: fromStruct(response.getReturn()),
    failures: failures.map(({ property, reason }) => [property, reason] as const),
  };
}

test("getRole finds a role by name and by id, and returns the outputs of a role", async () => {
  const { id } = service.tenant.addRole({ name: "admin", description: "one" });
  service.tenant.addRole({ name: "admin of all" });
  const outputs = { roleId: id, name: "admin", description: "one" };
  expect(await invoke("getRole", { name: "admin" })).toEqual({ outputs, failures: [] });
  expect((await invoke("getRole", { roleId: id })).outputs).toEqual(outputs);
});

test("getCustomDomain and getVcTemplate find their items", async () => {
  const domain = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  const template = service.tenant.addTemplate();
  const { outputs } = await invoke("getCustomDomain", { domain: "login.example.com" });
  expect(outputs).toMatchObject({
    customDomainId: domain.custom_domain_id,
    status: "pending_verification",
    verificationRecord: { value: domain.verification.methods[0]?.record },
  });
  const byId = await invoke("getCustomDomain", { customDomainId: domain.custom_domain_id });
  expect(byId.outputs).toEqual(outputs);
  const found = await invoke("getVcTemplate", { templateId: template.id });
  expect(found.outputs).toMatchObject({ templateId: template.id, name: template.name });
});

test("what a secret argument names is secret in the result and in errors", async () => {
  service.tenant.addRole({ name: "hush-hush" });
  const { outputs } = await invoke("getRole", { name: secret("hush-hush") });
  expect(outputs.name).toEqual(secret("hush-hush"));
  expect(outputs.description).toBe("");
  const failed = invoke("getRole", { name: secret("hush-hush-2") });
  await expect(failed).rejects.toThrow(/no role has the name/);
  await expect(failed).rejects.not.toThrow(/hush-hush-2/);
});

test("an item that does not exist, and one of several, are errors that say what was looked for", async () => {
  service.tenant.addRole({ name: "twin" });
  service.tenant.addRole({ name: "twin" });
  await expect(invoke("getRole", { name: "nobody" })).rejects.toThrow(/no role has the name "nobody"/);
  await expect(invoke("getRole", { name: "twin" })).rejects.toThrow(/2 roles .* "twin": rol_\w+, rol_\w+\./);
  await expect(invoke("getRole", { roleId: "rol_x" })).rejects.toThrow(
    /no role has the id "rol_x".*give name/,
  );
  await expect(invoke("getVcTemplate", { templateId: "vct_x" })).rejects.toThrow(
    /no template has the id "vct_x"/,
  );
});

test.each<[string, string, Props, string, string]>([
  ["no argument", "getRole", {}, "name", "getRole needs name or roleId"],
  ["two arguments", "getRole", { name: "a", roleId: "b" }, "roleId", "give name or roleId, not both"],
  ["an empty argument", "getRole", { name: "" }, "name", "name must be a string that is not empty"],
  ["a number", "getCustomDomain", { domain: 1 }, "domain", "domain must be a string that is not empty"],
  [
    "another argument",
    "getVcTemplate",
    { name: "a" },
    "name",
    "name is not an argument of getVcTemplate: give templateId",
  ],
])("%s is a failure of the arguments", async (_what, name, args, property, reason) => {
  expect(await invoke(name, args)).toEqual({ outputs: {}, failures: [[property, reason]] });
});

test("an argument that a preview does not know sends nothing and returns nothing", async () => {
  const before = service.requests.api.length;
  expect(await invoke("getRole", { name: unknownValue })).toEqual({ outputs: {}, failures: [] });
  expect(service.requests.api.length).toBe(before);
});

test("a function that the plugin does not have is refused with those that it has", async () => {
  await expect(invoke("getRol", {})).rejects.toThrow(/no function idm:index:getRol: it has .*getRole/);
});
