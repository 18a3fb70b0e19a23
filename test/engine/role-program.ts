import { expect } from "vitest";
import type { Service } from "../service/service.ts";
import type { Project } from "./harness.ts";

/** A program with a role of the packaged plugin, and no package but Pulumi's. */
export const roleProgram = (description: string) => `
  const pulumi = require("@pulumi/pulumi");
  class Role extends pulumi.CustomResource {
    constructor(name, args) { super("idm:index:Role", name, { roleId: undefined, ...args }); }
  }
  exports.roleId = new Role("admin", { name: "admin", description: ${JSON.stringify(description)} }).roleId;`;

/** Creates, changes and destroys the role of this program, for two descriptions that the program is made with. */
export async function expectRoleLives(
  project: Project,
  service: Service,
  change: (description: string) => void,
): Promise<void> {
  expect(await project.up()).toMatchObject({ code: 0, errors: [] });
  const [role] = service.tenant.roles.values();
  expect(Object.values(await project.outputs())).toEqual([role?.id]);
  change("two");
  const preview = await project.preview("--diff");
  expect(preview.stdout).toContain('~ description: "one" => "two"');
  expect(await project.destroy()).toMatchObject({ code: 0, errors: [] });
  expect(service.tenant.roles.size).toBe(0);
}

/** Installs the archive of the plugin for the engine of the project. */
export async function installPlugin(project: Project, archive: string, version: string): Promise<void> {
  await project.pulumi(["plugin", "install", "resource", "idm", `v${version}`, "--file", archive]);
  const { stdout } = await project.pulumi(["plugin", "ls", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject([{ name: "idm", kind: "resource", version }]);
}
