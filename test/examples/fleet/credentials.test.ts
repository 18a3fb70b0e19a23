import { expect, test } from "vitest";
import { checkCredentials, credentialsOf, takeCredentials } from "../../../examples/fleet/src/credentials.ts";
import type { Tenant } from "../../../examples/fleet/src/tenant.ts";

const tenantWith = (credentials: Tenant["credentials"]): Tenant => ({
  name: "acme",
  baseUrl: "https://acme.example.com/api/v2",
  domain: "login.acme.example",
  credentials,
});
const takenOf = (credentials: Record<string, string>) => ({
  credentials: new Map(Object.entries(credentials)),
  forCommands: {},
});
const print = (script: string) => ({ command: [process.execPath, "-e", script] });

test("an environment variable that is not set is refused with its name and the tenant's", () => {
  const tenant = tenantWith({ clientId: { env: "ACME_ID" }, clientSecret: { env: "ACME_SECRET" } });
  expect(() => checkCredentials([tenant], { ACME_ID: "set" })).toThrow(
    'tenant "acme": the environment variable ACME_SECRET is not set',
  );
  checkCredentials([tenant], { ACME_ID: "set", ACME_SECRET: "set" });
});

test("the processes of a tenant inherit neither the credentials of others nor settings of the shell", async () => {
  const tenant = tenantWith({ accessToken: { env: "ACME_TOKEN" } });
  const env = { ACME_TOKEN: "canary", IDM_CLIENT_SECRET: "shell", IDM_BASE_URL: "shell", IDM_LOG: "debug" };
  const taken = takeCredentials([tenant], env);
  expect(env).toEqual({ IDM_LOG: "debug" });
  expect(await credentialsOf(tenant, taken)).toEqual({ IDM_ACCESS_TOKEN: "canary" });
});

test("a variable of --keep is inherited by the commands of the list only", async () => {
  const tenant = tenantWith({ accessToken: print("console.log(process.env.KEPT_FOR_TEST)") });
  process.env.KEPT_FOR_TEST = "canary";
  const taken = takeCredentials([tenant], process.env, ["KEPT_FOR_TEST"]);
  expect(process.env).not.toHaveProperty("KEPT_FOR_TEST");
  expect(await credentialsOf(tenant, taken)).toEqual({ IDM_ACCESS_TOKEN: "canary" });
});

test("a command's output without its last line break is the credential", async () => {
  const tenant = tenantWith({ privateKey: print('console.log("line 1\\nline 2")'), clientId: { env: "ID" } });
  const credentials = await credentialsOf(tenant, takenOf({ ID: "client" }));
  expect(credentials).toEqual({ IDM_PRIVATE_KEY: "line 1\nline 2", IDM_CLIENT_ID: "client" });
});

test.each([
  ["fails", print('console.log("canary"); process.exit(3)'), "ended with 3"],
  ["prints nothing", print(""), "printed nothing"],
  ["does not exist", { command: ["/nowhere/token"] }, "ended with ENOENT"],
])("the error for a command that %s names it and not what it printed", async (_, source, why) => {
  const failure = credentialsOf(tenantWith({ accessToken: source }), takenOf({}));
  const program = source.command[0];
  await expect(failure).rejects.toThrow(
    `the command for accessToken (${program}) ${why}: run it by hand to see why`,
  );
});
