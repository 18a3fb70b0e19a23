// Several provider resources in one program: tenants and versions side by side.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { type Service, startService } from "../service/service.ts";
import { newProject } from "./harness.ts";
import { addPlugin, forPlugin } from "./plugin-host.ts";
import { expectNothingIn } from "./written-files.ts";

async function serviceForTest(): Promise<Service> {
  const service = await startService();
  onTestFinished(() => service.close());
  return service;
}

const argumentsFor = ({ baseUrl, authUrl, client }: Service) =>
  JSON.stringify({ baseUrl, authUrl, clientId: client.id, clientSecret: client.secret });

const names = ({ tenant }: Service) => [...tenant.roles.values()].map(({ name }) => name).sort();

test("three tenants are managed in one program, each with settings of its own", async () => {
  const [first, second, third] = await Promise.all([serviceForTest(), serviceForTest(), serviceForTest()]);
  const program = (thirdArguments: string) => `
    const idm = require("pulumi-idm");
    const second = new idm.Provider("second", ${argumentsFor(second)});
    new idm.Role("a", { name: "shared" });
    const b = new idm.Role("b", { name: "shared" }, { provider: second });
    // Its settings are not known before b exists.
    const later = ([name, value]) => [name, b.roleId.apply(() => value)];
    const third = new idm.Provider("third", Object.fromEntries(Object.entries(${thirdArguments}).map(later)));
    new idm.Role("c", { name: "shared" }, { provider: third });`;
  const project = await newProject(first, program(argumentsFor(third)), { host: "plugin" });
  onTestFinished(() => project.remove());

  expect(await project.preview()).toMatchObject({ code: 0, errors: [], changes: { create: 6 } });
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [], warnings: [] });
  for (const service of [first, second, third]) expect(names(service)).toEqual(["shared"]);
  // The event log has what Pulumi's SDK notes of the program's own values.
  const except = /^(index\.js|events-\d+\.json)$/;
  expectNothingIn(project, [run], [second.client.secret, third.client.secret], except);

  expect(await project.refresh("--expect-no-changes")).toMatchObject({ code: 0 });
  project.write(program(`{ ...${argumentsFor(third)}, maxConcurrency: 0, accessToken: "canary" }`));
  const wrong = await project.up();
  expect(wrong.code).not.toBe(0);
  expect(wrong.errors.sort()).toEqual([
    expect.stringMatching(
      /resource 'third' has a problem: accessToken \(IDM_ACCESS_TOKEN\) in the arguments of/,
    ),
    expect.stringMatching(
      /resource 'third': property maxConcurrency value \{0\} has a problem: maxConcurrency \(IDM_MAX_CONCURRENCY\): it must be/,
    ),
  ]);
  expect(wrong.stdout).not.toContain("canary");

  project.write("");
  expect(await project.up()).toMatchObject({ code: 0 });
  for (const service of [first, second, third]) expect(names(service)).toEqual([]);
});

test("a role that is given another tenant's provider is refused with the name of that provider", async () => {
  const [first, second] = await Promise.all([serviceForTest(), serviceForTest()]);
  const program = (role: string) => `
    const idm = require("pulumi-idm");
    const second = new idm.Provider("second", ${argumentsFor(second)});
    new idm.Role("a", ${role}, { provider: second });`;
  const before = 'const idm = require("pulumi-idm"); new idm.Role("a", { name: "a" });';
  const project = await newProject(first, before, { host: "plugin" });
  onTestFinished(() => project.remove());
  expect(await project.up()).toMatchObject({ code: 0, errors: [] });
  project.write(program('{ name: "a", description: "new" }'));
  const refused = await project.up();
  const advice = "set baseUrl (IDM_BASE_URL) of the provider resource second back";
  expect(refused.errors[0]).toContain(`${advice} to ${first.baseUrl}, or correct`);
  expect(refused.warnings, refused.stdout).toEqual([expect.stringContaining(`${advice}, or correct`)]);
  expect([names(first), names(second)]).toEqual([["a"], []]);
});

test("two versions of the plugin manage their resources side by side", async () => {
  const service = await serviceForTest();
  const project = await newProject(service, "", { host: "dynamic" });
  onTestFinished(() => project.remove());
  addPlugin(project.folder);
  for (const version of ["1.0.0", "2.0.0"]) install(join(project.folder, "home"), version);
  project.write(
    forPlugin(`
    const idm = require("pulumi-idm");
    new idm.Role("old", { name: "old" }, { version: "1.0.0" });
    new idm.Role("new", { name: "new" }, { version: "2.0.0" });`),
  );
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [], warnings: [] });
  expect(names(service)).toEqual(["new", "old"]);
  const agents = service.requests.writes.map(({ userAgent = "" }) => userAgent.split(" ")[0]);
  expect(agents.sort()).toEqual(["pulumi-idm/1.0.0", "pulumi-idm/2.0.0"]);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect(names(service)).toEqual([]);
});

/** Installs the plugin under another version. */
function install(home: string, version: string): void {
  const { version: built } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const plugin = readFileSync(join(checkout, "dist/plugin/plugin.js"), "utf8");
  const folder = join(home, "plugins", `resource-idm-v${version}`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(checkout, "dist/plugin/index.js"), join(folder, "pulumi-resource-idm"));
  writeFileSync(join(folder, "plugin.js"), plugin.replaceAll(JSON.stringify(built), JSON.stringify(version)));
}
