import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { startService } from "../service/service.ts";
import { newProject } from "./harness.ts";

const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-archives-"));
const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));

const build = (name: string) =>
  promisify(execFile)(process.execPath, ["scripts/build-plugin.ts", join(folder, name)], { cwd: checkout });

// Each compresses 128 MB.
beforeAll(() => Promise.all([build("first"), build("second")]), 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Path of the archive for machines with Node, or of the other one. */
function archive(kind: "node" | "executable", build = "first"): string {
  const [name] = readdirSync(join(folder, build)).filter(
    (one) => one.endsWith("-node.tar.gz") === (kind === "node"),
  );
  return join(folder, build, name ?? "");
}

const program = (description: string) => `
  const pulumi = require("@pulumi/pulumi");
  class Role extends pulumi.CustomResource {
    constructor(name, args) { super("idm:index:Role", name, { roleId: undefined, ...args }); }
  }
  exports.roleId = new Role("admin", { name: "admin", description: ${JSON.stringify(description)} }).roleId;`;

test.each(["node", "executable"] as const)(
  "the plugin of the archive %s runs where nothing else is installed",
  async (kind) => {
    const service = await startService();
    onTestFinished(() => service.close());
    const project = await newProject(service, program("one"));
    onTestFinished(() => project.remove());
    await project.pulumi(["plugin", "install", "resource", "idm", `v${version}`, "--file", archive(kind)]);
    const { stdout } = await project.pulumi(["plugin", "ls", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([{ name: "idm", kind: "resource", version }]);

    expect(await project.up()).toMatchObject({ code: 0, errors: [] });
    const [role] = service.tenant.roles.values();
    expect(await project.outputs()).toEqual({ roleId: role?.id });
    project.write(program("two"));
    const change = await project.preview("--diff");
    expect(change.stdout).toContain('~ description: "one" => "two"');
    expect(await project.destroy()).toMatchObject({ code: 0, errors: [] });
    expect(service.tenant.roles.size).toBe(0);
  },
);

test("two builds give the same archives", () => {
  for (const kind of ["node", "executable"] as const)
    expect(readFileSync(archive(kind)).equals(readFileSync(archive(kind, "second")))).toBe(true);
});

test("the executable prints its port, and no warning of Node", async () => {
  await promisify(execFile)("tar", ["-xzf", archive("executable"), "-C", folder]);
  const plugin = spawn(join(folder, "pulumi-resource-idm"), ["127.0.0.1:1"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void plugin.kill());
  const errors: unknown[] = [];
  plugin.stderr.on("data", (chunk) => errors.push(chunk));
  const port = await new Promise((resolve) => plugin.stdout.once("data", (chunk) => resolve(String(chunk))));
  expect(port).toMatch(/^\d+\n$/);
  expect(errors).toEqual([]);
});
