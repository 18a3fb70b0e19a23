// Canaries: nothing that a run writes or prints contains a client secret, a private key or an access token.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { expectNothingIn, includesAny } from "./written-files.ts";

const program = `
const idm = require("pulumi-idm");
new idm.Role("role", { name: "admin" });
new idm.CustomDomain("domain", { domain: "login.example.com", type: "self_managed_certs" });
`;

const verboseFlags = ["--logtostderr", "-v=9", "--logflow"];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

/** Settings as environment variables, and the strings that must not be found. */
interface CanaryCredentials {
  settings: Record<string, string>;
  canaries: string[];
}

const kinds: Record<string, () => Promise<CanaryCredentials>> = {
  "a client secret": async () => {
    const { id, secret } = service.client;
    return { settings: { IDM_CLIENT_ID: id, IDM_CLIENT_SECRET: secret }, canaries: [secret] };
  },
  "a private key": async () => {
    const { id, privateKey, keyId, algorithm } = service.keyClient;
    const settings = {
      IDM_CLIENT_ID: id,
      IDM_PRIVATE_KEY: privateKey,
      IDM_KEY_ID: keyId,
      IDM_SIGNING_ALGORITHM: algorithm,
    };
    return {
      settings,
      canaries: privateKey.split("\n").filter((line) => line.length > 20 && line[0] !== "-"),
    };
  },
  "an access token": async () => {
    const token = await service.issueToken();
    return { settings: { IDM_ACCESS_TOKEN: token }, canaries: [token, ...token.split(".").slice(1)] };
  },
};

async function projectForTest(env: Record<string, string>): Promise<Project> {
  const none = { IDM_CLIENT_ID: undefined, IDM_CLIENT_SECRET: undefined };
  const project = await newProject(service, program, { env: { ...none, ...env } });
  onTestFinished(() => project.remove());
  return project;
}

/** Makes the service quote the secrets in its errors, as careless services and proxies do. */
function echoSecrets(canaries: string[]): void {
  const body = { statusCode: 400, error: "Bad Request", message: `wrong: ${canaries.join(" ")}` };
  service.faults.add({ kind: "status", status: 400, method: "POST", path: /\/roles$/, body });
  const oauthError = { error: "invalid_client", error_description: `wrong: ${canaries.join(" ")}` };
  // A client assertion is sent again with another form of its audience.
  const token = { path: /\/oauth\/token\/$/, times: 2 };
  service.faults.add({ kind: "status", status: 401, ...token, body: oauthError });
}

/** Runs a failing `up`, one with a lost answer, a refresh and a destroy. */
async function runWholeLife(project: Project, canaries: string[], flags: string[]): Promise<Run[]> {
  echoSecrets(canaries);
  const failed = await project.up(...flags);
  expect(failed.code).not.toBe(0);
  expect(failed.errors.join()).toMatch(/wrong: /);
  service.faults.clear();
  service.faults.add({ kind: "reset-after", method: "POST", path: /\/custom-domains$/ });
  const worked = await project.up(...flags);
  expect(worked.code).toBe(0);
  const refreshed = await project.refresh(...flags);
  expect(refreshed.code).toBe(0);
  const destroyed = await project.destroy(...flags);
  expect(destroyed.code).toBe(0);
  return [failed, worked, refreshed, destroyed];
}

describe.each(Object.entries(kinds))("%s", (_, credentials) => {
  test("in the environment appears nowhere, not even in a verbose log", async () => {
    const { settings, canaries } = await credentials();
    const project = await projectForTest(settings);
    const runs = await runWholeLife(project, canaries, verboseFlags);
    expect(runs.every(({ stderr }) => stderr.length > 10_000)).toBe(true);
    expectNothingIn(project, runs, canaries);
  });

  test("as a secret of the stack appears nowhere in clear", async () => {
    const { settings, canaries } = await credentials();
    const project = await projectForTest({});
    // With a space, because the CLI would read a leading dash as a flag. The provider trims it.
    for (const [name, value] of Object.entries(settings))
      await project.setConfig(keyOf(name), ` ${value}`, { secret: true });
    expectNothingIn(project, await runWholeLife(project, canaries, []), canaries);
  });
});

test("no message quotes a malformed private key", async () => {
  const canary = "c4n4ry".repeat(10);
  const env = {
    IDM_CLIENT_ID: "client",
    IDM_PRIVATE_KEY: `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`,
  };
  const project = await projectForTest(env);
  const run = await project.up(...verboseFlags);
  expect(run.code).not.toBe(0);
  expectNothingIn(project, [run], [canary]);
});

test("the search finds a secret where there is one: the engine itself logs stack configuration at -v=9", async () => {
  const { id, secret } = service.client;
  const project = await projectForTest({ IDM_CLIENT_ID: id });
  await project.setConfig("idm:clientSecret", secret, { secret: true });
  const run = await project.preview(...verboseFlags);
  expect(run.code).toBe(0);
  expect(includesAny(run.stderr, [secret])).toBe(true);
});

/** `IDM_CLIENT_ID` → `idm:clientId` */
function keyOf(name: string): string {
  const words = name.toLowerCase().replace("idm_", "");
  return `idm:${words.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
}
