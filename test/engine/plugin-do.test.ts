// `pulumi do` runs one operation of the packaged plugin without a program. With --stateless, the engine keeps no state.
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { startService } from "../service/service.ts";
import { newProject } from "./harness.ts";

test("two creates of pulumi do --stateless are two roles, and the list shows both", async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const project = await newProject(service, "");
  onTestFinished(() => project.remove());
  const plugin = join(checkout, "dist/plugin/index.js");
  const role = async (...args: string[]) => {
    const run = await project.pulumi(["do", "--package", plugin, "--stateless", "idm:index:Role", ...args]);
    expect(run, run.stdout + run.stderr).toMatchObject({ code: 0 });
    return run.stdout;
  };
  for (const name of ["Admins", "Viewers"]) await role("create", "--name", name, "--yes");
  const roles = [...service.tenant.roles.values()];
  expect(roles.map(({ name }) => name)).toEqual(["Admins", "Viewers"]);
  const listed = await role("list", "--output", "json");
  for (const { id, name } of roles) expect(listed).toMatch(new RegExp(`${id}[^]*${name}|${name}[^]*${id}`));
});
