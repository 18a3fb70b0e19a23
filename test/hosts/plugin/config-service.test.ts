// The settings of a provider resource, over the engine's protocol.
import messages, {
  type CheckResponse,
  type CreateResponse,
  type DiffResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fromStruct, toStruct } from "../../../provider/hosts/plugin/values.ts";
import { type Props, unknownValue } from "../../../provider/lifecycle/handlers.ts";
import { secretValue as secret } from "../../../provider/lifecycle/secret-envelope.ts";
import { startService } from "../../service/service.ts";
import { call, configure, type PluginForTest, startPlugin, urnOf } from "./plugin-for-test.ts";

let plugin: PluginForTest;

beforeEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith("IDM_")) vi.stubEnv(name, undefined);
  plugin = await startPlugin();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await plugin.close();
});

const provider = "urn:pulumi:stack::project::pulumi:providers:idm";
const byDefault = `${provider}::default_0_2_0`;
const explicit = `${provider}::second`;
const address = "https://tenant.example.com/api/v2";

interface CheckedConfig {
  readonly inputs: Props;
  readonly reasons: string[];
  readonly properties: string[];
}

async function checkConfig(values: Props, urn = byDefault, olds: Props = {}): Promise<CheckedConfig> {
  const request = new messages.CheckRequest().setUrn(urn).setOlds(toStruct(olds)).setNews(toStruct(values));
  const response = await call<unknown, CheckResponse>(plugin, "checkConfig", request);
  const failures = response.toObject().failuresList;
  return {
    inputs: fromStruct(response.getInputs()),
    reasons: failures.map(({ reason }) => reason),
    properties: failures.map(({ property }) => property),
  };
}

async function diffConfig(olds: Props, news: Props): Promise<DiffResponse.AsObject> {
  const request = new messages.DiffRequest()
    .setUrn(byDefault)
    .setOldInputs(toStruct(olds))
    .setOlds(toStruct(olds))
    .setNews(toStruct(news));
  return (await call<unknown, DiffResponse>(plugin, "diffConfig", request)).toObject();
}

async function create(name: string, preview = false): Promise<CreateResponse> {
  const request = new messages.CreateRequest().setUrn(urnOf("Role", name)).setProperties(toStruct({ name }));
  return call(plugin, "create", request.setPreview(preview));
}

test("credentials are kept as secrets, and the rest as it came", async () => {
  const values = {
    baseUrl: address,
    clientId: "id",
    clientSecret: "canary",
    maxConcurrency: "4",
    version: "1.2.3",
  };
  const { inputs, reasons } = await checkConfig(values);
  expect(inputs).toEqual({ ...values, clientSecret: secret("canary") });
  expect(reasons).toEqual([]);
});

// The engine prints the value of a property that a failure names.
test.each<[values: Props, properties: string[]]>([
  [{ maxConcurrency: "many" }, ["maxConcurrency"]],
  [{ bulkRead: "maybe" }, ["bulkRead"]],
  [{ maxConcurrency: secret("many") }, [""]],
  [{ baseUrl: "https://user:password@tenant.example.com/api/v2" }, [""]],
  [{ privateKey: "no key", clientId: "id" }, [""]],
  [{ accessToken: "token", clientSecret: "secret", clientId: "id" }, [""]],
])("the failure of %j names the property %j", async (values, properties) => {
  expect((await checkConfig(values)).properties).toEqual(properties);
});

test("a baseUrl that the program marks as a secret stays one, and the warning of a change shows no address", async () => {
  const [before, after] = ["before", "after"].map((name) => `https://canary-${name}.example.com/api/v2`);
  const inputs = { baseUrl: secret(after) };
  expect((await checkConfig(inputs, byDefault, { baseUrl: before })).inputs).toEqual(inputs);
  // The engine removes the envelopes here.
  expect(await diffConfig({ baseUrl: before }, { baseUrl: after })).toMatchObject({ diffsList: ["baseUrl"] });
  expect(plugin.logged).toMatchObject([{ message: expect.stringMatching(/^idm:baseUrl has changed\./) }]);
  expect(JSON.stringify(plugin.logged)).not.toContain("canary");
});

test("a provider resource that the run creates has no earlier address to warn of", async () => {
  await checkConfig({ baseUrl: address });
  await diffConfig({ baseUrl: "https://before.example.com/api/v2" }, { baseUrl: address });
  expect(plugin.logged).toEqual([]);
});

test.each([
  ["strings", { maxConcurrency: "8", bulkRead: "false", requestTimeoutSeconds: "0.5" }],
  ["numbers and booleans", { maxConcurrency: 8, bulkRead: false, requestTimeoutSeconds: 0.5 }],
])("typed settings are taken as %s", async (_kind, values) => {
  expect((await checkConfig(values)).reasons).toEqual([]);
});

test("each malformed setting is a failure that names key and environment variable, and shows no value", async () => {
  vi.stubEnv("IDM_RATE_LIMIT_RESERVE", "canary");
  const { reasons } = await checkConfig({
    baseUrl: "http://canary.example.com/api/v2",
    maxConcurrency: 0.5,
    bulkRead: "canary",
    dnsServers: ["canary"],
  });
  expect(reasons).toEqual([
    expect.stringMatching(
      /^idm:baseUrl \(IDM_BASE_URL\): http: is allowed for localhost, 127\.0\.0\.0\/8 and/,
    ),
    expect.stringMatching(
      /^idm:maxConcurrency \(IDM_MAX_CONCURRENCY\): it must be a whole number from 1 to 256\.$/,
    ),
    expect.stringMatching(/^idm:rateLimitReserve \(IDM_RATE_LIMIT_RESERVE\): it must be a number/),
    expect.stringMatching(/^idm:bulkRead \(IDM_BULK_READ\): it must be true or false\.$/),
    expect.stringMatching(/^idm:dnsServers \(IDM_DNS_SERVERS\): it must be a single value/),
  ]);
  expect(reasons.join()).not.toContain("canary");
});

test("settings that contradict each other are a failure that says where each is set", async () => {
  vi.stubEnv("IDM_ACCESS_TOKEN", "canary");
  expect(await checkConfig({ clientId: "id", clientSecret: "canary" })).toMatchObject({
    reasons: [
      "idm:accessToken (IDM_ACCESS_TOKEN) in the environment and idm:clientSecret (IDM_CLIENT_SECRET) in the stack configuration are set, but only one of them is allowed: remove the others.",
    ],
  });
});

test("a credential of a provider resource counts in place of another kind in the environment", async () => {
  vi.stubEnv("IDM_CLIENT_ID", "of the default provider");
  vi.stubEnv("IDM_CLIENT_SECRET", "canary");
  vi.stubEnv("IDM_KEY_ID", "key");
  expect((await checkConfig({ accessToken: "a" }, explicit)).reasons).toEqual([]);
  const secret = { clientId: "own", clientSecret: "own" };
  vi.stubEnv("IDM_ACCESS_TOKEN", "canary");
  expect((await checkConfig(secret, explicit)).reasons).toEqual([]);
  expect((await checkConfig({ accessToken: unknownValue }, explicit)).reasons).toEqual([]);
  expect((await checkConfig({}, explicit)).reasons).toEqual([
    expect.stringMatching(/^accessToken \(IDM_ACCESS_TOKEN\) in the environment and clientSecret/),
    expect.stringMatching(/^keyId/),
  ]);
});

test("credentials that a generated SDK copies from the environment are not kept in the state, and exclude nothing", async () => {
  vi.stubEnv("IDM_CLIENT_ID", "of the default provider");
  vi.stubEnv("IDM_CLIENT_SECRET", "canary");
  const copied = { clientId: "of the default provider", clientSecret: secret("canary") };
  const { inputs, reasons } = await checkConfig({ baseUrl: address, ...copied }, explicit);
  expect({ inputs, reasons }).toEqual({ inputs: { baseUrl: address }, reasons: [] });
  const own = await checkConfig({ ...copied, accessToken: "a" }, explicit);
  expect(own).toMatchObject({ inputs: { accessToken: secret("a") }, reasons: [] });
  expect(own.inputs).not.toHaveProperty("clientSecret");
  // The stack configuration is where the user has written it.
  expect((await checkConfig(copied)).inputs).toHaveProperty("clientSecret");
});

test("messages name the settings of a provider resource as the program writes them", async () => {
  const { reasons } = await checkConfig({ accessToken: "a", clientSecret: "c", maxConcurency: 2 }, explicit);
  expect(reasons).toEqual([
    expect.stringMatching(
      /^accessToken \(IDM_ACCESS_TOKEN\) in the arguments of the provider and clientSecret/,
    ),
  ]);
  expect(plugin.logged).toMatchObject([
    {
      urn: explicit,
      message: "maxConcurency is not a setting of pulumi-idm and has no effect. Use maxConcurrency.",
    },
  ]);
});

test("an unknown key is warned of with the nearest setting, and the state does not keep it", async () => {
  const { inputs, reasons } = await checkConfig({ baseURL: address, clientId: "id" });
  expect(inputs).toEqual({ clientId: "id" });
  expect(reasons).toEqual([]);
  expect(plugin.logged).toMatchObject([
    { message: "idm:baseURL is not a setting of pulumi-idm and has no effect. Use idm:baseUrl." },
  ]);
});

test("a value that is not known yet is not checked, nor is what depends on it", async () => {
  const values = { baseUrl: unknownValue, accessToken: unknownValue, keyId: "key", clientSecret: "secret" };
  const { inputs, reasons } = await checkConfig({ ...values, maxConcurrency: "abc" });
  expect(reasons).toEqual([expect.stringContaining("IDM_MAX_CONCURRENCY")]);
  expect(inputs).toMatchObject({ baseUrl: unknownValue, accessToken: unknownValue });
});

test("missing settings pass the check, are one warning in a preview, and one error with others that point to it", async () => {
  expect((await checkConfig({})).reasons).toEqual([]);
  await configure(plugin, {});
  for (const name of ["a", "b"]) await create(name, true);
  expect(plugin.logged).toMatchObject([
    {
      urn: byDefault,
      message: expect.stringMatching(
        /^settings are missing\. A preview needs them only to read.*idm:baseUrl.*IDM_ACCESS_TOKEN/,
      ),
    },
  ]);
  await expect(create("a")).rejects.toThrow(
    /Role "a": .*IDM_BASE_URL.*\[ERR_IDM_CONFIG\] docs\/errors\/err-idm-config$/s,
  );
  await expect(create("b")).rejects.toThrow(
    'Role "b": the settings are wrong, as said of another resource [ERR_IDM_CONFIG]',
  );
});

test("the settings of the provider resource come before the environment", async () => {
  const service = await startService();
  try {
    vi.stubEnv("IDM_BASE_URL", address);
    vi.stubEnv("IDM_CLIENT_ID", service.client.id);
    await configure(plugin, {
      baseUrl: service.baseUrl,
      authUrl: service.authUrl,
      clientSecret: secret(service.client.secret),
      maxConcurrency: "2",
    });
    expect((await create("admin")).getId()).toMatch(/^rol_/);
  } finally {
    await service.close();
  }
});

test("another credential or limit is no change", async () => {
  const before = { baseUrl: address, clientSecret: "one", maxConcurrency: "2" };
  const after = { baseUrl: address, accessToken: "two", bulkRead: "false" };
  expect((await diffConfig(before, after)).changes).toBe(messages.DiffResponse.DiffChanges.DIFF_NONE);
  expect(plugin.logged).toEqual([]);
});

test("another address is a change that is told once and replaces nothing", async () => {
  const [before, after] = [{ baseUrl: address }, { baseUrl: "https://new.example.com/api/v2" }];
  const diff = await diffConfig(before, after);
  await diffConfig(before, after);
  expect(diff).toMatchObject({
    changes: messages.DiffResponse.DiffChanges.DIFF_SOME,
    replacesList: [],
    diffsList: ["baseUrl"],
    deletebeforereplace: false,
  });
  expect(plugin.logged).toMatchObject([
    {
      urn: byDefault,
      message: expect.stringMatching(
        /^idm:baseUrl has changed\. The resources are looked for at the new address/,
      ),
    },
  ]);
});

test("an address that moves from the environment to the arguments is no change", async () => {
  vi.stubEnv("IDM_BASE_URL", address);
  const { DIFF_NONE } = messages.DiffResponse.DiffChanges;
  expect((await diffConfig({}, { baseUrl: address })).changes).toBe(DIFF_NONE);
  expect((await diffConfig({ baseUrl: address }, {})).changes).toBe(DIFF_NONE);
});

test("an address that is not known yet is a change without a warning", async () => {
  const diff = await diffConfig({ baseUrl: address }, { baseUrl: unknownValue });
  expect(diff).toMatchObject({ changes: messages.DiffResponse.DiffChanges.DIFF_SOME, replacesList: [] });
  expect(plugin.logged).toEqual([]);
});

test("a process that was cancelled begins anew when it is configured again", async () => {
  const service = await startService();
  try {
    await configure(plugin, { baseUrl: address, accessToken: "old" });
    await call(plugin, "cancel", new emptyMessages.Empty());
    const { baseUrl, authUrl, client } = service;
    await configure(plugin, { baseUrl, authUrl, clientId: client.id, clientSecret: client.secret });
    // It takes its turn, which a stopped process does not.
    expect((await create("admin")).getId()).toMatch(/^rol_/);
  } finally {
    await service.close();
  }
});
