import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { npmTarball } from "../../scripts/release/names.ts";
import { type Installation, install } from "../consumers/install.ts";
import { newProject, type Project } from "../engine/harness.ts";
import { expectRoleLives, roleProgram } from "../engine/role-program.ts";
import { type Service, startService } from "../service/service.ts";
import { released, version, withEmptyHome } from "./release-folder-for-test.ts";

let installation: Installation;
beforeAll(() => {
  installation = install(released(npmTarball(version)));
});
afterAll(() => installation?.remove());

const dynamicProgram = (description: string) => `
  const { Role } = require("pulumi-idm");
  exports.roleId = new Role("admin", { name: "admin", description: ${JSON.stringify(description)} }).roleId;`;

/** A project whose packages are those of the installation. */
async function installedProject(program: string): Promise<{ service: Service; project: Project }> {
  const service = await startService();
  onTestFinished(() => service.close());
  const project = withEmptyHome(await newProject(service, program));
  onTestFinished(() => project.remove());
  rmSync(join(project.folder, "node_modules"));
  symlinkSync(installation.modules, join(project.folder, "node_modules"));
  return { service, project };
}

/** The programs that sent requests, without the version of Node. */
function agents({ requests }: Service): Set<string | undefined> {
  return new Set(requests.api.map(({ userAgent }) => userAgent?.split(" ")[0]));
}

test("a program of the npm package runs with the dynamic provider of this version", async () => {
  const { service, project } = await installedProject(dynamicProgram("one"));
  await expectRoleLives(project, service, (description) => project.write(dynamicProgram(description)));
  expect(agents(service)).toEqual(new Set([`pulumi-idm/${version}`]));
});

test("a program runs with the plugin in node_modules/.bin of the npm package", async () => {
  const { service, project } = await installedProject(roleProgram("one"));
  const file = join(project.folder, "Pulumi.yaml");
  const plugins = { providers: [{ name: "idm", path: "node_modules/.bin" }] };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), plugins }));
  await expectRoleLives(project, service, (description) => project.write(roleProgram(description)));
  expect(agents(service)).toEqual(new Set([`pulumi-idm/${version}`]));
});
