import { createRequire } from "node:module";
import { beforeAll, expect, test, vi } from "vitest";
import * as sdk from "../../sdk/index.ts";
import { shellText } from "../../sdk/shell.ts";
import { build } from "./built.ts";
import { mockEngine, registration } from "./registered.ts";

// The dynamic provider's process loads a shell in this way (@pulumi/pulumi/cmd/dynamic-provider).
const pulumiRequire = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
const requireFromString: (code: string) => { handler: () => Record<string, unknown> } =
  pulumiRequire("require-from-string");

// The states of all versions contain these strings, so they must never change.
const shells = {
  CustomDomain: 'exports.handler = () => require("pulumi-idm/provider").CustomDomain;\n',
  CustomDomainVerification:
    'exports.handler = () => require("pulumi-idm/provider").CustomDomainVerification;\n',
  EventRedelivery: 'exports.handler = () => require("pulumi-idm/provider").EventRedelivery;\n',
  Role: 'exports.handler = () => require("pulumi-idm/provider").Role;\n',
  VcTemplate: 'exports.handler = () => require("pulumi-idm/provider").VcTemplate;\n',
};

const classes = new Map(Object.entries<unknown>(sdk)) as Map<string, typeof sdk.Role>;
const offered = Object.entries(shells).filter(([type]) => classes.has(type));

beforeAll(async () => {
  build();
  await mockEngine();
}, 120_000);

test.each(Object.entries(shells))("the shell of %s is the string in every state", (type, text) => {
  expect(shellText(type)).toBe(text);
});

test("the shells of all resource types have the same form", () => {
  const types = Object.keys(sdk).filter((name) => /^[A-Z]/.test(name));
  for (const type of types) expect(shellText(type)).toBe(shells.Role.replace("Role", type));
});

test.each(offered)("the shell of %s loads the built handlers of that type", (type, text) => {
  const handlers = requireFromString(text).handler();
  expect(handlers.type).toBe(type);
  for (const verb of ["configure", "check", "diff", "create", "read", "update", "delete"])
    expect(handlers[verb]).toBeTypeOf("function");
});

test("all resource types share one provider module, and so one client", () => {
  const [first, second] = ["Role", "Role"].map((type) => requireFromString(shellText(type)).handler());
  expect(first).toBe(second);
});

test.each(offered)("the registration of %s contains no secret of the environment", async (type, text) => {
  const canary = "canary-6c1d9f";
  for (const name of ["IDM_ACCESS_TOKEN", "IDM_CLIENT_SECRET", "IDM_PRIVATE_KEY"]) vi.stubEnv(name, canary);
  const Resource = classes.get(type) ?? sdk.Role;
  const { inputs } = await registration(new Resource(`secretive-${type}`, { name: "admin" }));
  vi.unstubAllEnvs();
  expect(inputs.__provider).toBe(text);
  expect(JSON.stringify(inputs)).not.toContain(canary);
});
