import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";

/** Those that another script imports or runs. */
const parts = ["command-line.ts", "quickstart.ts", "test-report.ts", "test.ts"];
const commands = [
  ...globSync("*.ts", { cwd: `${checkout}/scripts` })
    .filter((name) => !parts.includes(name))
    .map((name) => `scripts/${name}`),
  "scripts/before-install/start.mjs",
  "scripts/before-install/test.mjs",
  "scripts/release/build.ts",
  "bench/main.ts",
];

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: checkout, encoding: "utf8" });
  return { status, stdout, stderr };
}

test.each(commands)("%s refuses a flag that it does not have, and says how it is used", (command) => {
  const { status, stderr } = run(command, "--nonsense");
  expect(status, stderr).not.toBe(0);
  expect(stderr).toContain("--nonsense");
  expect(stderr).toMatch(/^(Usage: )?(npm (run|start|test)|node) /m);
});

test("--help prints the usage and does nothing else", () => {
  const { status, stdout } = run("scripts/build-plugin.ts", "--help");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Usage: npm run build:plugin \[-- FOLDER\]\n/);
});

test("an argument that a script does not take is refused", () => {
  for (const args of [
    ["scripts/build-plugin.ts", "a", "b"],
    ["scripts/docs.ts", "serve"],
    ["scripts/sdk.ts"],
    ["scripts/sdk.ts", "cobol"],
    ["scripts/check-workflows.ts", "eslint"],
    ["bench/main.ts", "--only", "nothing"],
  ])
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringContaining("\nUsage: ") });
});
