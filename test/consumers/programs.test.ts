import { spawnSync } from "node:child_process";
import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { newProject, type ProjectOptions } from "../engine/harness.ts";
import { startService } from "../service/service.ts";
import { type Installation, install } from "./install.ts";

let installation: Installation;

beforeAll(() => {
  installation = install();
});
afterAll(() => installation?.remove());

/** Compiles a program with the TypeScript of `modules`. Returns the compiler's output, empty when all is well. */
function compile(name: string, modules: string): string {
  const tsc = join(modules, "typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "--project", installation.program(name)], {
    encoding: "utf8",
  });
  return stdout;
}

describe.each<[name: string, file: ProjectOptions["file"], modulesOfCompiler?: () => string]>([
  ["old-typescript", "index.ts", () => installation.modules],
  ["new-typescript", "index.mjs", () => join(checkout, "node_modules")],
  ["es-module", "index.mjs"],
  ["plain-javascript", "index.js"],
])("the program %s", (name, file, modulesOfCompiler) => {
  test.runIf(modulesOfCompiler)("compiles against the published types", () => {
    expect(compile(name, modulesOfCompiler?.() ?? "")).toBe("");
  });

  test("runs from the packed tarball, and a second up changes nothing", async () => {
    const service = await startService();
    onTestFinished(() => service.close());
    const project = await newProject(service, "", { file });
    onTestFinished(() => project.remove());
    rmSync(join(project.folder, "node_modules"));
    symlinkSync(installation.modules, join(project.folder, "node_modules"));
    cpSync(installation.program(name), project.folder, { recursive: true });

    const first = await project.up();
    expect(first.errors).toEqual([]);
    expect(first.changes).toMatchObject({ create: 4 });
    const [role] = service.tenant.roles.values();
    const [domain] = service.tenant.domains.values();
    const outputs = await project.outputs();
    expect(role).toMatchObject({ name: "admin" });
    expect(outputs).toMatchObject({ roleId: role?.id, recordType: expect.stringMatching(/^(CNAME|TXT)$/) });
    expect(outputs.recordName).not.toContain("example.com");
    expect(domain).toMatchObject({ domain: "login.example.com" });

    service.requests.reset();
    expect((await project.up()).changes).toEqual({ same: 4 });
    expect(service.requests.api).toEqual([]);
  });
});
