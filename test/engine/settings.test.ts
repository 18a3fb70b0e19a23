// Where settings come from, and where secrets must not appear.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { programOf } from "./harness-program.ts";

let service: Service;
let project: Project;
beforeAll(async () => {
  service = await startService();
  project = await newProject(service, programOf({ role: ["Role", { name: "Support" }] }));
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

const cleared = {
  IDM_BASE_URL: undefined,
  IDM_AUTH_URL: undefined,
  IDM_CLIENT_ID: undefined,
  IDM_CLIENT_SECRET: undefined,
};

test("a preview needs no settings", async () => {
  Object.assign(project.env, cleared);
  const run = await project.preview();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [] });
});

test("the first operation names the missing setting, by configuration key and environment variable", async () => {
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors.join("\n")).toMatch(/idm:baseUrl.*IDM_BASE_URL/s);
  expect(service.tenant.roles.size).toBe(0);
});

test("plain http to a host that is not this machine is refused", async () => {
  project.env.IDM_BASE_URL = "http://idm.example.com/api/v2";
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors.join("\n")).toMatch(/https/);
});

test("stack configuration comes before the environment, and its secrets stay secret", async () => {
  await project.setConfig("idm:baseUrl", service.baseUrl);
  await project.setConfig("idm:clientId", service.client.id);
  await project.setConfig("idm:clientSecret", service.client.secret, { secret: true });
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { create: 1, same: 1 } });
  expect(service.tenant.roles.size).toBe(1);
  expect(filesWith(service.client.secret)).toEqual([]);
});

test("an access token from the environment is sent as it is, and written nowhere", async () => {
  await project.pulumi(["config", "rm", "idm:clientId"]);
  await project.pulumi(["config", "rm", "idm:clientSecret"]);
  const token = await service.issueToken(["read:roles", "update:roles"]);
  project.env.IDM_ACCESS_TOKEN = token;
  project.write(programOf({ role: ["Role", { name: "Support", description: "new" }] }));
  service.requests.reset();
  const run = await project.up("--logtostderr", "-v=9");
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { update: 1, same: 1 } });
  expect(service.requests.token).toEqual([]);
  expect(run.stderr.length).toBeGreaterThan(10_000);
  expect(run.stdout + run.stderr).not.toContain(token);
  expect(filesWith(token)).toEqual([]);
});

test("the error for a missing scope names it and the scopes of the token", async () => {
  project.write(
    programOf({
      role: ["Role", { name: "Support", description: "new" }],
      login: ["CustomDomain", { domain: "login.example.com", type: "self_managed_certs" }],
    }),
  );
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors.join("\n")).toMatch(/login\.example\.com.*403.*create:custom_domains.*read:roles/s);
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
