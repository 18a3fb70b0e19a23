// What exists is taken into a stack of the packaged plugin: by import, in bulk, and by functions.
import { execFile, execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import type { ServiceOptions } from "../service/options.ts";
import { type Service, startService } from "../service/service.ts";
import { folderForFile } from "../temporary-folder.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { useImportedProgram } from "./imported-program.ts";

let service: Service;
const folder = folderForFile();
const plugin = () => join(folder, "pulumi-resource-idm");

beforeAll(() => {
  symlinkSync(join(checkout, "dist/plugin/index.js"), plugin());
});

/** The classes that a generated SDK has. */
const classes = `
const pulumi = require("@pulumi/pulumi");
class Role extends pulumi.CustomResource {
  constructor(name, args, opts) { super("idm:index:Role", name, { roleId: undefined, ...args }, opts); }
}
class CustomDomain extends pulumi.CustomResource {
  constructor(name, args, opts) { super("idm:index:CustomDomain", name, args, opts); }
}
const getRole = (args) => pulumi.runtime.invokeOutput("idm:index:getRole", args);
`;

async function pluginProject(program = "", options: ServiceOptions = {}): Promise<Project> {
  service = await startService(options);
  onTestFinished(() => service.close());
  const project = await newProject(service, classes + program);
  onTestFinished(() => project.remove());
  project.env.PATH = `${folder}:${project.env.PATH}`;
  return project;
}

/** Imports without generating a program, which the language host of the tests cannot. */
function importInto(project: Project, ...args: string[]): Promise<Run> {
  const flags = ["--yes", "--skip-preview", "--stack", "test", "--generate-code=false"];
  return project.pulumi(["import", ...args, ...flags]);
}

async function discover(env: Project["env"], project: Project, ...args: string[]): Promise<string> {
  const file = join(project.folder, "import.json");
  const { stderr } = await promisify(execFile)(plugin(), ["discover", "--out", file, ...args], {
    env: env as NodeJS.ProcessEnv,
  });
  expect(stderr).toContain(`pulumi import --file ${file}`);
  return file;
}

/** Values that are hard to write down, or that a program may not declare as the service returns them. */
function fillWithOddItems({ tenant }: Service): void {
  tenant.addRole({ name: "class", description: `a "quote", ${"$"}{x} and %{y}\n\`tick\` \\ 😀` });
  tenant.addRole({ name: "login.example.com" });
  for (const name of ["Équipe 1", "Équipe 1"]) tenant.addRole({ name });
  tenant.addDomain({
    domain: "login.example.com",
    type: "self_managed_certs",
    custom_client_ip_header: "cf-connecting-ip",
    domain_metadata: {
      "cost centre": 'x"y',
      'qu"ote': `${"$"}{z}`,
      gone: null,
      "a.b\\c": "1",
      __dunder: "2",
      "": "3",
    },
  });
  const own = {
    domain: "null.example.com",
    type: "self_managed_certs",
    custom_client_ip_header: null,
  } as const;
  tenant.addDomain(own);
  tenant.addDomain({
    domain: "a.b.example.com",
    type: "service_managed_certs",
    relying_party_identifier: "example.com",
  });
  const presentation = {
    doc: { "name space": { family_name: true, given_name: false, 'own "attribute"': true } },
  };
  tenant.addTemplate({ name: "2 licences", presentation });
  tenant.addTemplate({ name: "odd", well_known_trusted_issuers: "aamva,acme" });
}

test("what discover finds is imported in bulk, and the generated program changes nothing", {
  timeout: 600_000,
}, async () => {
  const project = await pluginProject("", { ownTypes: true });
  fillWithOddItems(service);
  const file = await discover(project.env, project);
  await importInto(project, "--file", file);
  const program = await useImportedProgram(project);
  expect(program.match(/new idm\./g)).toHaveLength(9);
  const writes = service.requests.writes.length;
  const up = await project.up("--expect-no-changes");
  expect(up, up.stdout + up.stderr).toMatchObject({ code: 0 });
  const refresh = await project.refresh("--expect-no-changes");
  expect(refresh, refresh.stdout).toMatchObject({ code: 0 });
  expect(await project.up("--expect-no-changes")).toMatchObject({ code: 0 });
  expect(service.requests.writes).toHaveLength(writes);
});

test("pulumi import takes a natural key, and says why it cannot import", async () => {
  const project = await pluginProject();
  const { id } = service.tenant.addRole({ name: "Administrators" });
  for (const name of ["twin", "twin"]) service.tenant.addRole({ name });
  await importInto(project, "idm:index:Role", "admin", "name:Administrators");
  expect(JSON.parse(project.state()).checkpoint.latest.resources.at(-1)).toMatchObject({ id });
  await expect(importInto(project, "idm:index:Role", "twin", "name:twin")).rejects.toThrow(
    /2 roles have the name "twin": rol_\w+, rol_\w+\. Give the id of one of them/,
  );
  await expect(importInto(project, "idm:index:EventRedelivery", "again", "est/evt")).rejects.toThrow(
    /EventRedelivery "est\/evt": the service cannot read it.*Remove it from the import/,
  );
});

test("the option import and functions find what exists, also what the same run creates", async () => {
  const project = await pluginProject(`
    const kept = new Role("kept", { name: "kept", description: "stays" }, { import: "name:kept" });
    const made = new Role("made", { name: "made" });
    exports.read = new Role("read", {}, { id: "name:existing" }).roleId;
    exports.found = getRole({ name: "existing" }).roleId;
    exports.made = getRole({ roleId: made.roleId }).name;
    exports.hidden = getRole({ name: pulumi.secret("existing") }).name;`);
  const { tenant } = service;
  const kept = tenant.addRole({ name: "kept", description: "stays" });
  const existing = tenant.addRole({ name: "existing" });
  const preview = await project.preview();
  expect(preview, preview.stdout).toMatchObject({ code: 0, changes: { import: 1, create: 2 } });
  const up = await project.up();
  expect(up, up.stdout).toMatchObject({ code: 0 });
  expect(await project.outputs()).toEqual({
    read: existing.id,
    found: existing.id,
    made: "made",
    hidden: "existing",
  });
  expect(service.requests.writes.filter(({ path }) => path.includes(kept.id))).toEqual([]);
  expect(JSON.parse(project.state()).checkpoint.latest.resources[0].outputs.hidden).not.toBe("existing");
  expect(await project.up("--expect-no-changes")).toMatchObject({ code: 0 });
  project.write(`${classes} exports.x = getRole({ name: "nobody" });`);
  const failed = await project.preview();
  expect(failed.errors.join()).toMatch(/idm:index:getRole.*no role has the name "nobody"/);
});

test("what discover finds in a second tenant is imported with its provider resource", async () => {
  const other = await startService();
  onTestFinished(() => other.close());
  const { baseUrl, authUrl, client } = other;
  const settings = { baseUrl, authUrl, clientId: client.id, clientSecret: client.secret };
  const program = (more = "") => `
    class Provider extends pulumi.ProviderResource {
      constructor(name, args, opts) { super("idm", name, args, opts); }
    }
    const provider = new Provider("second", ${JSON.stringify(settings)});
    new Role("first", { name: "first" }, { provider });
    ${more}`;
  const project = await pluginProject(program());
  expect(await project.up()).toMatchObject({ code: 0 });
  other.tenant.addRole({ name: "Support" });
  const urn = "urn:pulumi:test::scenario::pulumi:providers:idm::second";
  const flags = [
    "--match",
    "sup*",
    "--provider",
    `provider=${urn}`,
    "--base-url",
    baseUrl,
    "--auth-url",
    authUrl,
  ];
  const env = { IDM_CLIENT_ID: client.id, IDM_CLIENT_SECRET: client.secret };
  await importInto(project, "--file", await discover({ ...project.env, ...env }, project, ...flags));
  project.write(classes + program(`new Role("support", { name: "Support" }, { provider, protect: true });`));
  const up = await project.up("--expect-no-changes");
  expect(up, up.stdout).toMatchObject({ code: 0 });
  expect(service.tenant.roles.size).toBe(0);
});

test("a stack with other types moves over by its ids, with the script of the documentation", async () => {
  const old = await pluginProject();
  old.write(`
    const idm = require("pulumi-idm");
    new idm.Role("support", { name: "Support", description: "Answers questions" });
    new idm.CustomDomain("login", { domain: "login.example.com", type: "service_managed_certs" });
    idm.Role.get("viewed", "${service.tenant.addRole({ name: "Of others" }).id}");`);
  expect(await old.up()).toMatchObject({ code: 0 });
  const project = await newProject(service, "");
  onTestFinished(() => project.remove());
  project.env.PATH = old.env.PATH;
  const file = join(project.folder, "import.json");
  writeFileSync(file, await movedBy(movingScript(), old));
  await importInto(project, "--file", file);
  project.write(`${classes}
    new Role("support", { name: "Support", description: "Answers questions" });
    new CustomDomain("login", { domain: "login.example.com", type: "service_managed_certs" });`);
  const writes = service.requests.writes.length;
  for (const { urn } of old.resources())
    await old.pulumi(["state", "delete", urn, "--yes", "--stack", "test"]);
  expect(await old.destroy()).toMatchObject({ code: 0 });
  const up = await project.up();
  expect(up, up.stdout).toMatchObject({ code: 0, changes: { same: 3 } });
  expect(service.requests.writes).toHaveLength(writes);
});

/** The script of docs/guides/moving-from-another-provider.md, for the types of the dynamic provider. */
function movingScript(): string {
  const page = readFileSync(join(checkout, "docs/guides/moving-from-another-provider.md"), "utf8");
  const [, script = ""] = /<!-- moving.mjs -->\n```js\n(.*?)```/s.exec(page) ?? [];
  return script.replace(/other:index\/\w+:/g, "pulumi-nodejs:dynamic/idm:");
}

async function movedBy(script: string, old: Project): Promise<string> {
  const { stdout: input } = await old.pulumi(["stack", "export", "--stack", "test"]);
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
    input,
    encoding: "utf8",
  });
}
