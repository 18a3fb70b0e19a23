import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import {
  executableArchive,
  platforms,
  pluginArchive,
  thisPlatform,
} from "../../scripts/build/plugin-names.ts";
import { startService } from "../service/service.ts";
import { folderForFile } from "../temporary-folder.ts";
import { startExecutable } from "./executable.ts";
import { newProject } from "./harness.ts";
import { expectRoleLives, installPlugin, roleProgram } from "./role-program.ts";

const folder = folderForFile();
const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));

const build = (name: string) =>
  promisify(execFile)(process.execPath, ["scripts/build-plugin.ts", join(folder, name)], { cwd: checkout });

// Each compresses 128 MB.
beforeAll(() => Promise.all([build("first"), build("second")]), 300_000);

/** Path of the archive for machines with Node, or of the other one. */
function archive(kind: "node" | "executable", build = "first"): string {
  const nameOf = kind === "node" ? pluginArchive : executableArchive;
  return join(folder, build, nameOf(version, thisPlatform()));
}

test.each(["node", "executable"] as const)(
  "the plugin of the archive %s runs where nothing else is installed",
  async (kind) => {
    const service = await startService();
    onTestFinished(() => service.close());
    const project = await newProject(service, roleProgram("one"));
    onTestFinished(() => project.remove());
    await installPlugin(project, archive(kind), version);
    await expectRoleLives(project, service, (description) => project.write(roleProgram(description)));
  },
);

test("there is an archive for each platform, and the content of those for machines with Node is the same", () => {
  const archives = readdirSync(join(folder, "first"));
  const withoutNode = platforms.map((platform) => pluginArchive(version, platform));
  expect(archives.sort()).toEqual([...withoutNode, executableArchive(version, thisPlatform())].sort());
  const contents = withoutNode.map((name) => readFileSync(join(folder, "first", name), "base64"));
  expect(new Set(contents).size).toBe(1);
});

test("two builds give the same archives", () => {
  for (const kind of ["node", "executable"] as const)
    expect(readFileSync(archive(kind)).equals(readFileSync(archive(kind, "second")))).toBe(true);
});

test("the executable prints its port, and no warning of Node", async () => {
  const printed = await startExecutable(archive("executable"));
  expect(printed).toEqual({ from: "stdout", text: expect.stringMatching(/^\d+\n$/) });
});
