import messages, {
  type CheckResponse,
  type CreateResponse,
  type DiffResponse,
  type ReadResponse,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fromStruct, toStruct, unwrapped } from "../../../provider/hosts/plugin/values.ts";
import { type Props, unknownValue } from "../../../provider/lifecycle/handlers.ts";
import { secretValue as secret } from "../../../provider/lifecycle/secret-envelope.ts";
import { type Service, startService } from "../../service/service.ts";
import { call, configure, type PluginForTest, startPlugin, urnOf } from "./plugin-for-test.ts";

let service: Service;
let plugin: PluginForTest;

beforeEach(async () => {
  service = await startService();
  plugin = await startPlugin();
  await configure(plugin, {
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    clientId: service.client.id,
    clientSecret: secret(service.client.secret),
  });
});
afterEach(async () => {
  await plugin.close();
  await service.close();
});

const urn = urnOf("Role");

async function create(props: Props, preview = false): Promise<{ id: string; outputs: Props }> {
  const request = new messages.CreateRequest().setUrn(urn).setProperties(toStruct(props)).setPreview(preview);
  const response = await call<unknown, CreateResponse>(plugin, "create", request);
  return { id: response.getId(), outputs: fromStruct(response.getProperties()) };
}

async function diff(inputs: Props, outputs: Props, news: Props): Promise<DiffResponse.AsObject> {
  const request = new messages.DiffRequest()
    .setUrn(urn)
    .setId("rol_1")
    .setOlds(toStruct(outputs))
    .setOldInputs(toStruct(inputs))
    .setNews(toStruct(news));
  return (await call<unknown, DiffResponse>(plugin, "diff", request)).toObject();
}

test("a create returns the id and the outputs, and nothing that old inputs say", async () => {
  const { id, outputs } = await create({ name: "admin" });
  expect(id).toMatch(/^rol_/);
  expect(outputs).toMatchObject({ name: "admin", description: "", roleId: id });
  expect(outputs).not.toHaveProperty("__declared");
});

test("an input that is a secret is a secret output, and reaches the service in clear", async () => {
  const { id, outputs } = await create({ name: "admin", description: secret("hush-hush") });
  expect(outputs.description).toEqual(secret("hush-hush"));
  expect(service.tenant.roles.get(id)?.description).toBe("hush-hush");
});

test("the preview of a create sends nothing and knows inputs and certain defaults", async () => {
  const { id, outputs } = await create({ name: "admin" }, true);
  expect(id).toBe("");
  expect(outputs).toEqual({ name: "admin", description: "", roleId: unknownValue });
  expect(service.tenant.roles.size).toBe(0);
});

test("the preview of an update keeps what an update cannot change", async () => {
  const { id, outputs } = await create({ name: "admin" });
  const request = new messages.UpdateRequest()
    .setUrn(urn)
    .setId(id)
    .setOlds(toStruct(outputs))
    .setOldInputs(toStruct({ name: "admin" }))
    .setNews(toStruct({ name: "owner" }))
    .setPreview(true);
  const response = await call<unknown, UpdateResponse>(plugin, "update", request);
  expect(fromStruct(response.getProperties())).toMatchObject({ name: "owner", roleId: id });
  expect(service.tenant.roles.get(id)?.name).toBe("admin");
});

test("an update sends what has changed", async () => {
  const { id, outputs } = await create({ name: "admin", description: "one" });
  const request = new messages.UpdateRequest()
    .setUrn(urn)
    .setId(id)
    .setOlds(toStruct(outputs))
    .setOldInputs(toStruct({ name: "admin", description: "one" }))
    .setNews(toStruct({ name: "admin", description: "two" }));
  const response = await call<unknown, UpdateResponse>(plugin, "update", request);
  expect(fromStruct(response.getProperties())).toMatchObject({ description: "two", roleId: id });
  expect(service.tenant.roles.get(id)?.description).toBe("two");
});

test("a diff names each changed property with its kind", async () => {
  const old = { name: "admin", description: "one" };
  const result = await diff(old, { ...old, roleId: "rol_1" }, { name: "owner" });
  const { UPDATE, DELETE } = messages.PropertyDiff.Kind;
  expect(new Map(result.detaileddiffMap)).toEqual(
    new Map([
      ["name", { kind: UPDATE, inputdiff: true }],
      ["description", { kind: DELETE, inputdiff: true }],
    ]),
  );
  expect(result.changes).toBe(messages.DiffResponse.DiffChanges.DIFF_SOME);
});

test("a diff without a change says so", async () => {
  const old = { name: "admin" };
  const result = await diff(old, { ...old, description: "", roleId: "rol_1" }, old);
  expect(result.changes).toBe(messages.DiffResponse.DiffChanges.DIFF_NONE);
});

test("a read returns outputs and inputs, and nothing for an item that is gone", async () => {
  const { id, outputs } = await create({ name: "admin", description: secret("hush-hush") });
  const request = (itemId: string) =>
    new messages.ReadRequest()
      .setUrn(urn)
      .setId(itemId)
      .setProperties(toStruct(outputs))
      .setInputs(toStruct({ name: "admin", description: secret("hush-hush") }));
  const found = await call<unknown, ReadResponse>(plugin, "read", request(id));
  expect(found.getId()).toBe(id);
  expect(fromStruct(found.getInputs())).toEqual({ name: "admin", description: secret("hush-hush") });
  service.tenant.roles.delete(id);
  const gone = await call<unknown, ReadResponse>(plugin, "read", request(id));
  expect(gone.getId()).toBe("");
});

test("a read with an id alone imports the item", async () => {
  const { id } = await create({ name: "admin", description: "one" });
  const request = new messages.ReadRequest().setUrn(urn).setId(id);
  const found = await call<unknown, ReadResponse>(plugin, "read", request);
  expect(fromStruct(found.getInputs())).toEqual({ name: "admin", description: "one" });
});

test("a delete deletes the item", async () => {
  const { id, outputs } = await create({ name: "admin" });
  const request = new messages.DeleteRequest()
    .setUrn(urn)
    .setId(id)
    .setProperties(toStruct(outputs))
    .setOldInputs(toStruct({ name: "admin" }));
  await call(plugin, "delete", request);
  expect(service.tenant.roles.size).toBe(0);
});

test("a check returns the inputs as they came, and its failures", async () => {
  const request = new messages.CheckRequest()
    .setUrn(urn)
    .setNews(toStruct({ name: "", description: secret("hush-hush") }));
  const response = await call<unknown, CheckResponse>(plugin, "check", request);
  expect(fromStruct(response.getInputs())).toEqual({ name: "", description: secret("hush-hush") });
  expect(response.toObject().failuresList).toEqual([{ property: "", reason: "name must not be empty" }]);
});

test("an error of a call names the resource and does not end the process", async () => {
  const old = toStruct({ name: "admin", roleId: "rol_x" });
  const request = new messages.UpdateRequest().setUrn(urn).setId("rol_x").setOlds(old);
  request.setOldInputs(toStruct({ name: "admin" })).setNews(toStruct({ name: "owner" }));
  await expect(call(plugin, "update", request)).rejects.toThrow(/Role "owner": .*404/);
  expect((await create({ name: "other" })).id).toMatch(/^rol_/);
});

test("a type that the plugin does not have is refused with the types that it has", async () => {
  const request = new messages.CheckRequest().setUrn(urnOf("Rol"));
  await expect(call(plugin, "check", request)).rejects.toThrow(
    /no resource idm:index:Rol: it has .*idm:index:Role/,
  );
});

test("a warning reaches the engine's log with its resource", async () => {
  const inputs = {
    name: "mdl",
    type: "mdl",
    dialect: "simplified/1.0",
    wellKnownTrustedIssuers: "aamva",
    presentation: { mdl: { mdl: { family_nam: true } } },
  };
  const request = new messages.CheckRequest().setUrn(urnOf("VcTemplate")).setNews(toStruct(inputs));
  await call(plugin, "check", request);
  expect(plugin.logged).toMatchObject([
    { urn: urnOf("VcTemplate"), message: expect.stringContaining("family_nam") },
  ]);
});

test("a secret is unwrapped at any depth", () => {
  expect(unwrapped({ a: [secret({ b: secret("c") })] })).toEqual({ a: [{ b: "c" }] });
});

test("messages may be larger than gRPC's default of 4 MB", async () => {
  const description = "x".repeat(6 * 1024 * 1024);
  const request = new messages.CheckRequest().setUrn(urn).setNews(toStruct({ name: "admin", description }));
  const response = await call<unknown, CheckResponse>(plugin, "check", request);
  expect(fromStruct(response.getInputs())).toEqual({ name: "admin", description });
});
