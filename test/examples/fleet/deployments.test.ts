import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExampleRun, runUnderMocks } from "../declared.ts";
import { type PreparedExample, prepare } from "../prepare.ts";

const list = {
  tenants: [
    {
      name: "acme",
      baseUrl: "https://acme.example.com/api/v2",
      domain: "login.acme.example",
      credentials: { clientId: { env: "ACME_ID" }, clientSecret: { env: "ACME_SECRET" } },
    },
    {
      name: "trial",
      baseUrl: "https://trial.example.com/api/v2",
      authUrl: "https://sign-in.trial.example.com",
      domain: "login.trial.example",
      credentials: { accessToken: { command: [process.execPath, "-e", 'console.log("token of trial")'] } },
    },
  ],
};
const config = { organization: "my-org", repository: "https://git.example.com/my-org/fleet.git" };

let program: PreparedExample;
// Compiles against the types of @pulumi/pulumiservice. The first run on a machine installs it.
beforeAll(async () => {
  program = await prepare("fleet", { part: "deployments" });
}, 300_000);
afterAll(() => program?.remove());

function run(deleteAt: Record<string, string>): Promise<ExampleRun> {
  const file = join(program.folder, "list.json");
  writeFileSync(file, JSON.stringify(list));
  const env = { FLEET_LIST: file, ACME_ID: "client", ACME_SECRET: "secret of acme" };
  return runUnderMocks(
    program.folder,
    { ...config, deleteAt: JSON.stringify(deleteAt) },
    { entry: "deployments/index.ts", env },
  );
}

const stackOf = (stack: string) => ({ organization: "my-org", project: "fleet", stack });

test("each tenant has deployment settings and a drift schedule, and one with an end a schedule that destroys it", async () => {
  const { declared } = await run({ trial: "2027-01-31T00:00:00Z" });
  const inputsOf = (type: string) =>
    declared.filter((each) => each.type === `pulumiservice:index:${type}`).map(({ inputs }) => inputs);
  expect(inputsOf("DeploymentSettings")).toMatchObject([
    {
      ...stackOf("acme"),
      sourceContext: { git: { repoUrl: config.repository, branch: "main", repoDir: "." } },
      operationContext: {
        value: {
          environmentVariables: { IDM_BASE_URL: "https://acme.example.com/api/v2" },
          preRunCommands: ["pulumi config set --stack my-org/fleet/acme domain login.acme.example"],
        },
      },
    },
    {
      ...stackOf("trial"),
      operationContext: {
        value: { environmentVariables: { IDM_AUTH_URL: "https://sign-in.trial.example.com" } },
      },
    },
  ]);
  expect(inputsOf("DriftSchedule")).toMatchObject([
    { ...stackOf("acme"), scheduleCron: "0 3 * * *" },
    { ...stackOf("trial"), scheduleCron: "1 3 * * *" },
  ]);
  expect(inputsOf("TtlSchedule")).toMatchObject([
    { ...stackOf("trial"), timestamp: "2027-01-31T00:00:00Z", deleteAfterDestroy: true },
  ]);
});

test("credentials are in secrets only", async () => {
  const { declared } = await run({});
  const contexts = declared
    .filter(({ type }) => type.endsWith(":DeploymentSettings"))
    .map(({ inputs }) => inputs.operationContext);
  // How Pulumi marks a secret.
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  expect(contexts).toMatchObject([
    { ...secret, value: { environmentVariables: { IDM_CLIENT_SECRET: "secret of acme" } } },
    { ...secret, value: { environmentVariables: { IDM_ACCESS_TOKEN: "token of trial" } } },
  ]);
});

test("an end for a tenant that the list does not have is refused", async () => {
  await expect(run({ tryal: "2027-01-31T00:00:00Z" })).rejects.toThrow("deleteAt: no tenant is named tryal");
});
