// Where settings come from, and where secrets must not appear.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Service } from "../service/service.ts";
import type { Project, Run } from "./harness.ts";
import { programOf } from "./harness-program.ts";
import { cleared, roles, settingsScene } from "./settings-scene.ts";

let service: Service;
let project: Project;
beforeAll(async () => {
  ({ service, project } = await settingsScene());
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

/** The lines of the output with this text, as the engine repeats them at the end of the run. */
function linesWith({ stdout }: Run, text: string): string[] {
  const [, atTheEnd = ""] = stdout.split("\nDiagnostics:\n");
  return atTheEnd.split("\n").filter((line) => line.includes(text));
}

test("a preview needs no settings, and says once what is missing", async () => {
  Object.assign(project.env, cleared);
  const run = await project.preview();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [], changes: { create: 3 } });
  expect(linesWith(run, "IDM_BASE_URL")).toEqual([expect.stringMatching(/warning:.*IDM_ACCESS_TOKEN/)]);
});

test("an up names the missing settings once, by configuration key and environment variable, and sends nothing", async () => {
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors).toEqual([expect.stringMatching(/idm:baseUrl.*IDM_BASE_URL.*IDM_ACCESS_TOKEN/s)]);
  expect([...service.requests.api, ...service.requests.token]).toEqual([]);
});

test("a preview refuses plain http to a host that is not this machine, and a malformed number, once for the run", async () => {
  project.env.IDM_BASE_URL = "http://idm.example.com/api/v2";
  project.env.IDM_MAX_CONCURRENCY = "abc";
  const run = await project.preview();
  project.env.IDM_MAX_CONCURRENCY = undefined;
  expect(run.code).not.toBe(0);
  expect(run.errors).toEqual([expect.stringMatching(/https.*IDM_MAX_CONCURRENCY/s)]);
});

test("a misspelt key and a secret in plain text are told once", async () => {
  await project.setConfig("idm:baseURL", service.baseUrl);
  await project.setConfig("idm:clientSecret", "canary-of-the-plain-secret");
  project.env.IDM_BASE_URL = undefined;
  const run = await project.preview();
  await project.pulumi(["config", "rm", "idm:baseURL"]);
  expect(run, run.stdout).toMatchObject({ code: 0 });
  expect(linesWith(run, "idm:baseURL")).toEqual([expect.stringContaining("Use idm:baseUrl.")]);
  expect(linesWith(run, "plain text")).toEqual([expect.stringContaining("--secret idm:clientSecret")]);
  expect(run.stdout).not.toContain("canary");
});

test("stack configuration comes before the environment, and its secrets stay secret", async () => {
  await project.setConfig("idm:baseUrl", service.baseUrl);
  await project.setConfig("idm:clientId", service.client.id);
  await project.setConfig("idm:clientSecret", service.client.secret, { secret: true });
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { create: 2, same: 1 } });
  expect(service.tenant.roles.size).toBe(2);
  // The hidden facts of the run are for the check only.
  for (const { inputs, outputs } of project.resources())
    expect(Object.keys({ ...inputs, ...outputs })).not.toContain("__run");
  expect(filesWith(service.client.secret)).toEqual([]);
});

test("an access token from the environment is sent as it is, and written nowhere", async () => {
  await project.pulumi(["config", "rm", "idm:clientId"]);
  await project.pulumi(["config", "rm", "idm:clientSecret"]);
  const token = await service.issueToken(["read:roles", "update:roles"]);
  project.env.IDM_ACCESS_TOKEN = token;
  project.write(programOf({ ...roles, role: ["Role", { name: "Support", description: "new" }] }));
  service.requests.reset();
  const run = await project.up("--logtostderr", "-v=9");
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { update: 1, same: 2 } });
  expect(service.requests.token).toEqual([]);
  expect(run.stderr.length).toBeGreaterThan(10_000);
  expect(run.stdout + run.stderr).not.toContain(token);
  expect(filesWith(token)).toEqual([]);
});

test("a refresh tells malformed settings once, and points to that for each other resource", async () => {
  project.env.IDM_MAX_CONCURRENCY = "abc";
  const run = await project.refresh();
  project.env.IDM_MAX_CONCURRENCY = undefined;
  expect(run.code).not.toBe(0);
  const told = run.errors.filter((error) => error.includes("Role "));
  expect(told).toHaveLength(2);
  expect(told).toContainEqual(expect.stringMatching(/IDM_MAX_CONCURRENCY/));
  expect(told).toContainEqual(
    expect.stringMatching(/Role "\w+": the settings are wrong, as said of another resource/),
  );
});

test("the error for a missing scope names it and the scopes of the token", async () => {
  project.write(
    programOf({
      ...roles,
      role: ["Role", { name: "Support", description: "new" }],
      login: ["CustomDomain", { domain: "login.example.com", type: "self_managed_certs" }],
    }),
  );
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors.join("\n")).toMatch(/login\.example\.com.*403.*create:custom_domains.*read:roles/s);
});

test("a Node that is too old is told in one line by a program, and by a refresh, which runs none", async () => {
  const file = join(project.folder, "old-node.cjs");
  const versions = '{ ...process.versions, node: "20.20.2" }';
  writeFileSync(file, `Object.defineProperty(process, "versions", { value: ${versions} });`);
  project.env.NODE_OPTIONS = `--require ${file}`;
  const line = expect.stringMatching(
    /^pulumi-idm needs Node\.js [^\n]* This is Node\.js 20\.20\.2[^\n]*\n?$/,
  );
  const preview = await project.preview();
  expect(preview.errors).toEqual([line]);
  const refresh = await project.refresh();
  expect(refresh.errors).toContainEqual(line);
  for (const { code, stdout } of [preview, refresh]) {
    expect(code).not.toBe(0);
    expect(stdout).not.toMatch(/^ +at |TypeError/m);
  }
});

/** The files written by Pulumi (state, history, settings) that contain the string. */
function filesWith(secret: string): string[] {
  const written = ["state", "home"].flatMap((name) => filesBelow(join(project.folder, name)));
  const files = [...written, join(project.folder, "Pulumi.test.yaml")];
  expect(files.length).toBeGreaterThan(5);
  return files.filter((file) => readFileSync(file, "utf8").includes(secret));
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
