import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { type Service, startService } from "../service/service.ts";
import { folderForFile } from "../temporary-folder.ts";
import { newProject, type Project } from "./harness.ts";

let service: Service;
let other: Service;
const folder = folderForFile();

beforeAll(async () => {
  [service, other] = await Promise.all([startService(), startService()]);
  symlinkSync(join(checkout, "dist/plugin/index.js"), join(folder, "pulumi-resource-idm"));
});
afterAll(async () => {
  await Promise.all([service?.close(), other?.close()]);
});

/** The classes that a generated SDK has. */
const classes = `
const pulumi = require("@pulumi/pulumi");
const outputs = (names, args) => ({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...args });
class Role extends pulumi.CustomResource {
  constructor(name, args, opts) { super("idm:index:Role", name, outputs(["roleId"], args), opts); }
}
class CustomDomain extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("idm:index:CustomDomain", name, outputs(["customDomainId", "status", "verificationRecord"], args), opts);
  }
}
class Provider extends pulumi.ProviderResource {
  constructor(name, args, opts) { super("idm", name, args, opts); }
}
`;

async function pluginProject(program: string): Promise<Project> {
  const project = await newProject(service, classes + program);
  project.env.PATH = `${folder}:${project.env.PATH}`;
  return project;
}

test("a program of the plugin is previewed, created, changed, refreshed and destroyed", async () => {
  const program = (description: string) => `
    const admin = new Role("admin", { name: "admin", description: ${JSON.stringify(description)} });
    const login = new CustomDomain("login", { domain: "login.example.com", type: "service_managed_certs" });
    exports.roleId = admin.roleId;
    exports.record = login.verificationRecord;`;
  const project = await pluginProject(program("one"));
  try {
    const preview = await project.preview();
    expect(preview).toMatchObject({ code: 0 });
    expect(service.tenant.roles.size).toBe(0);
    expect(await project.up()).toMatchObject({ code: 0 });
    expect(service.tenant.roles.size).toBe(1);
    project.write(classes + program("two"));
    const change = await project.preview("--diff");
    expect(change.stdout).toContain('~ description: "one" => "two"');
    expect(await project.up()).toMatchObject({ code: 0 });
    expect([...service.tenant.roles.values()]).toMatchObject([{ description: "two" }]);
    expect(await project.refresh("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await project.up("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await project.destroy()).toMatchObject({ code: 0 });
    expect(service.tenant.roles.size).toBe(0);
  } finally {
    await project.remove();
  }
});

test("an imported role needs no change where the program declares it as it is", async () => {
  const role = service.tenant.addRole({ name: "viewer", description: "reads" });
  const project = await pluginProject("");
  try {
    // The language host of the tests generates no programs.
    const flags = ["--yes", "--stack", "test", "--generate-code=false"];
    await project.pulumi(["import", "idm:index:Role", "viewer", role.id, ...flags]);
    project.write(
      `${classes} new Role("viewer", { name: "viewer", description: "reads" }, { protect: true });`,
    );
    expect(await project.up("--expect-no-changes")).toMatchObject({ code: 0 });
  } finally {
    await project.remove();
  }
});

test("two provider resources manage two tenants in one program", async () => {
  const settings = ({ baseUrl, authUrl, client }: Service) =>
    JSON.stringify({ baseUrl, authUrl, clientId: client.id, clientSecret: client.secret });
  const project = await pluginProject(`
    const second = new Provider("second", ${settings(other)});
    new Role("here", { name: "shared" });
    new Role("there", { name: "shared" }, { provider: second });`);
  try {
    expect(await project.up()).toMatchObject({ code: 0 });
    const names = ({ tenant }: Service) => [...tenant.roles.values()].map(({ name }) => name);
    expect(names(service)).toContain("shared");
    expect(names(other)).toEqual(["shared"]);
    expect(await project.destroy()).toMatchObject({ code: 0 });
    expect(other.tenant.roles.size).toBe(0);
  } finally {
    await project.remove();
  }
});
