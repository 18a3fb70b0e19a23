import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { newProject } from "../engine/harness.ts";
import { startService } from "../service/service.ts";
import { type Installation, install } from "./install.ts";

let installation: Installation;

beforeAll(() => {
  installation = install();
});
afterAll(() => installation?.remove());

/** Runs a CommonJS script beside the installed package. Returns the JSON that it prints. */
function run(script: string): unknown {
  const cwd = dirname(installation.modules);
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd, encoding: "utf8" }));
}

test("the engine finds the plugin in node_modules/.bin of a project that has installed the package", async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const project = await newProject(
    service,
    `const { CustomResource } = require("@pulumi/pulumi");
     new CustomResource("idm:index:Role", "admin", { name: "admin" });`,
  );
  onTestFinished(() => project.remove());
  rmSync(join(project.folder, "node_modules"));
  symlinkSync(installation.modules, join(project.folder, "node_modules"));
  const file = join(project.folder, "Pulumi.yaml");
  const plugins = { providers: [{ name: "idm", path: "node_modules/.bin" }] };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), plugins }));

  expect(await project.up()).toMatchObject({ code: 0, errors: [] });
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "admin" }]);
  expect(await project.destroy()).toMatchObject({ code: 0, errors: [] });
});

test("the package exports the schema of the plugin", () => {
  expect(run(`console.log(JSON.stringify(require("pulumi-idm/schema.json")))`)).toMatchObject({
    name: "idm",
    resources: { "idm:index:Role": expect.anything() },
  });
});

test("a program of the dynamic provider loads nothing of the plugin", () => {
  const files = run(`require("pulumi-idm"); require("pulumi-idm/provider").Role;
    console.log(JSON.stringify(Object.keys(require.cache)));`);
  expect(files).toContainEqual(expect.stringContaining("pulumi-idm/dist/provider/"));
  expect(files).not.toContainEqual(expect.stringContaining("pulumi-idm/dist/plugin/"));
});
