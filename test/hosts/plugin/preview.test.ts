// What a preview knows, and what a diff shows.
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, test } from "vitest";
import { type Props, unknownValue } from "../../../provider/lifecycle/handlers.ts";
import { isSecretValue, secretValue as secret } from "../../../provider/lifecycle/secret-envelope.ts";
import { operationsOf, pluginScene } from "./operations.ts";

const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
const login = { domain: "login.example.com", type: "service_managed_certs" };

test("the preview of a domain's create knows its inputs, and nothing that the service decides", async () => {
  const { service, plugin } = await pluginScene();
  const outputs = await operationsOf(plugin, "CustomDomain").previewCreate(login);
  expect(outputs).toMatchObject({ ...login, tlsPolicy: unknownValue, verificationRecords: unknownValue });
  expect(outputs).not.toHaveProperty("adopt");
  expect(service.requests.api).toEqual([]);
});

test("the preview of a create knows no default of an item that it may adopt", async () => {
  const { plugin } = await pluginScene();
  const role = operationsOf(plugin, "Role");
  expect(await role.previewCreate({ name: "admin" })).toMatchObject({ description: "" });
  expect(await role.previewCreate({ name: "admin", adopt: true })).toMatchObject({
    description: unknownValue,
  });
});

test("the preview of a verification knows that the domain will be ready", async () => {
  const { plugin } = await pluginScene();
  const preview = await operationsOf(plugin, "CustomDomainVerification").previewCreate({
    customDomainId: "cd_1",
  });
  expect(preview).toEqual({
    customDomainId: "cd_1",
    status: "ready",
    domain: unknownValue,
    lastVerifiedAt: unknownValue,
    certificate: unknownValue,
  });
});

test("an update of a domain keeps its records, and previews as unknown what it may change", async () => {
  const { service, plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const inputs = { domain: "login.example.com", type: "self_managed_certs" };
  const old = await domain.create(inputs);
  const news = { ...inputs, customClientIpHeader: "cf-connecting-ip" };
  service.requests.reset();
  const preview = await domain.previewUpdate(old, news);
  const { verificationRecords, verificationRecord, customDomainId, primary } = old.outputs;
  expect(preview).toMatchObject({
    ...news,
    verificationRecords,
    verificationRecord,
    customDomainId,
    primary,
  });
  expect(preview).toMatchObject({ status: unknownValue, verification: unknownValue });
  expect(service.requests.api).toEqual([]);
  const { outputs } = await domain.update(old, news);
  const known = Object.keys(preview).filter((name) => preview[name] !== unknownValue);
  for (const name of known) expect(outputs[name], name).toEqual(preview[name]);
});

test("an update that sends nothing is previewed whole", async () => {
  const { plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const inputs = { domain: "login.example.com", type: "self_managed_certs" };
  const old = await domain.create(inputs);
  const news = { ...inputs, domainMetadata: {} };
  const preview = await domain.previewUpdate(old, news);
  expect(preview).toEqual({ ...old.outputs, domainMetadata: {} });
  expect((await domain.update(old, news)).outputs).toEqual(preview);
});

test("an input that is no longer declared is previewed with what the update sends", async () => {
  const { plugin } = await pluginScene();
  const role = operationsOf(plugin, "Role");
  const old = await role.create({ name: "admin", description: "one" });
  expect(await role.previewUpdate(old, { name: "admin" })).toMatchObject({ description: "", roleId: old.id });
});

test("a preview shows no secret, nor what the service derived from one", async () => {
  const { plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const inputs = { domain: secret("canary.example.com"), type: "self_managed_certs" };
  const old = await domain.create(inputs);
  const news = { ...inputs, customClientIpHeader: "cf-connecting-ip" };
  for (const preview of [await domain.previewCreate(news), await domain.previewUpdate(old, news)])
    expect(JSON.stringify(withoutSecrets(preview))).not.toContain("canary");
  expect(await domain.previewUpdate(old, news)).toHaveProperty(
    "verificationRecord",
    secret(expect.anything()),
  );
});

test("a trigger that is not known yet replaces no redelivery, and its preview knows no result", async () => {
  const { service, plugin } = await pluginScene();
  const redelivery = operationsOf(plugin, "EventRedelivery");
  const event = service.tenant.addEvent();
  const old = await redelivery.create({ ...event, triggers: ["one", { deep: "two" }] });
  const news = { ...event, triggers: ["one", { deep: unknownValue }] };
  const diff = await redelivery.diff(old, news);
  expect(diff).toMatchObject({
    changes: DIFF_SOME,
    replacesList: [],
    details: { "triggers[1].deep": "UPDATE" },
  });
  expect(await redelivery.previewUpdate(old, news)).toMatchObject({ acceptedAt: unknownValue });
  expect(service.tenant.redeliveries).toHaveLength(1);
});

test("an update names the outputs that it cannot change, and a replacement names none", async () => {
  const { plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const old = { id: "cd_1", inputs: login, outputs: { ...login, customDomainId: "cd_1" } };
  const update = await domain.diff(old, { ...login, tlsPolicy: "recommended" });
  expect(update.stablesList).toEqual(
    expect.arrayContaining(["domain", "type", "customDomainId", "verificationRecords", "verificationRecord"]),
  );
  expect(update.stablesList).not.toContain("status");
  const replacement = await domain.diff(old, { ...login, domain: "other.example.com" });
  expect(replacement).toMatchObject({
    stablesList: [],
    deletebeforereplace: true,
    details: { domain: "UPDATE_REPLACE" },
  });
});

test("a diff shows each part that differs, with the path of a key that the user chose", async () => {
  const { plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const before = { "cost centre": "1", same: "s", gone: "g" };
  const after = { "cost centre": "2", same: "s", "a.b": "new" };
  const old = {
    id: "cd_1",
    inputs: { ...login, domainMetadata: before },
    outputs: { ...login, domainMetadata: before },
  };
  expect((await domain.diff(old, { ...login, domainMetadata: after })).details).toEqual({
    'domainMetadata["cost centre"]': "UPDATE_REPLACE",
    "domainMetadata.gone": "DELETE_REPLACE",
    'domainMetadata["a.b"]': "ADD_REPLACE",
  });
});

test("a diff shows no key inside a secret", async () => {
  const { plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const inputs = { ...login, domainMetadata: secret({ canary: "1" }) };
  const old = { id: "cd_1", inputs, outputs: inputs };
  const diff = await domain.diff(old, { ...login, domainMetadata: secret({ canary: "2" }) });
  expect(diff.details).toEqual({ domainMetadata: "UPDATE_REPLACE" });
});

test("an input that an unfinished create has not sent differs from the outputs", async () => {
  const { plugin } = await pluginScene();
  const inputs = { name: "admin", description: "one" };
  const old = { id: "rol_1", inputs, outputs: { name: "admin", roleId: "rol_1" } };
  expect((await operationsOf(plugin, "Role").diff(old, inputs)).details).toEqual({
    description: "ADD of the outputs",
  });
});

test("an unknown value of any kind passes a check, at any depth", async () => {
  const { plugin } = await pluginScene();
  const unknownNumber = "3eeb2bf0-c639-47a8-9e75-3b44932eb421";
  const unknownObject = "dd056dcd-154b-4c76-9bd3-c8f88648b5ff";
  const { failuresList } = await operationsOf(plugin, "CustomDomain").check({
    ...login,
    domain: secret(unknownValue),
    domainMetadata: { key: unknownValue, other: unknownObject },
  });
  expect(failuresList).toEqual([]);
  const verification = { customDomainId: unknownValue, timeoutSeconds: unknownNumber };
  expect((await operationsOf(plugin, "CustomDomainVerification").check(verification)).failuresList).toEqual(
    [],
  );
});

test("a resource that has not changed has no difference", async () => {
  const { plugin } = await pluginScene();
  const domain = operationsOf(plugin, "CustomDomain");
  const inputs = { ...login, domainMetadata: { team: secret("a") } };
  const old = await domain.create(inputs);
  expect(await domain.diff(old, inputs)).toMatchObject({ changes: DIFF_NONE, details: {} });
  expect(await domain.diff((await domain.read(old)) ?? old, inputs)).toMatchObject({ changes: DIFF_NONE });
});

/** The properties that are no secrets. */
function withoutSecrets(props: Props): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => !isSecretValue(value)));
}
