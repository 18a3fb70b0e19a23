// `pulumi do` runs one operation of the packaged plugin without a program. With --stateless, the engine keeps no state.
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { startService } from "../service/service.ts";
import { newProject } from "./harness.ts";

test("two creates of pulumi do --stateless are two roles", async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const project = await newProject(service, "");
  onTestFinished(() => project.remove());
  const plugin = join(checkout, "dist/plugin/index.js");
  for (const name of ["Admins", "Viewers"]) {
    const create = ["idm:index:Role", "create", "--name", name];
    const run = await project.pulumi(["do", "--package", plugin, "--stateless", ...create, "--yes"]);
    expect(run, run.stdout + run.stderr).toMatchObject({ code: 0 });
  }
  expect([...service.tenant.roles.values()].map(({ name }) => name)).toEqual(["Admins", "Viewers"]);
});
