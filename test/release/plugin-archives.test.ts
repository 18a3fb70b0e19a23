import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { executableArchive, pluginArchive, thisPlatform } from "../../scripts/build/plugin-names.ts";
import { newProject } from "../engine/harness.ts";
import { expectRoleLives, installPlugin, roleProgram } from "../engine/role-program.ts";
import { startService } from "../service/service.ts";
import { released, version, withEmptyHome } from "./release-folder-for-test.ts";

const archives = {
  "for machines with Node": released(pluginArchive(version, thisPlatform())),
  "that is an executable": released(executableArchive(version, thisPlatform())),
};

// The harness needs `ps` and the signals of POSIX.
test.skipIf(process.platform === "win32").each(Object.entries(archives))(
  "a program runs with the installed archive of the plugin %s",
  async (_, archive) => {
    const service = await startService();
    onTestFinished(() => service.close());
    const project = withEmptyHome(await newProject(service, roleProgram("one")));
    onTestFinished(() => project.remove());
    await installPlugin(project, archive, version);
    await expectRoleLives(project, service, (description) => project.write(roleProgram(description)));
    const agents = service.requests.api.map(({ userAgent }) => userAgent?.split(" ")[0]);
    expect(new Set(agents)).toEqual(new Set([`pulumi-idm/${version}`]));
  },
);

test("the executable starts without Node on the PATH and prints its port", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-executable-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  execFileSync("tar", ["-xzf", archives["that is an executable"], "-C", folder]);
  const plugin = spawn(join(folder, "pulumi-resource-idm"), ["127.0.0.1:1"], {
    env: { PATH: "", ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void plugin.kill());
  const printed = await new Promise((resolve, reject) => {
    plugin.stdout.once("data", (chunk) => resolve(String(chunk)));
    plugin.once("error", reject).once("exit", (code) => reject(new Error(`It ended with ${code}`)));
  });
  expect(printed).toMatch(/^\d+\n$/);
});
