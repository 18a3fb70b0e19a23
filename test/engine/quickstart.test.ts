// Runs `npm start` with a state folder of the test's own.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { folderForFile } from "../temporary-folder.ts";
import { setUpMs } from "./language-project.ts";

const folder = folderForFile();

/** Runs `npm start` in the checkout. `env` adds to an environment without the developer's own settings. */
function npmStart(
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const ownSettings = /^(IDM|PULUMI|QUICKSTART)_/;
  const inherited = Object.entries(process.env).filter(([name]) => !ownSettings.test(name));
  const options = {
    cwd: checkout,
    env: { ...Object.fromEntries(inherited), PULUMI_IDM_STATE: folder, ...env },
  };
  return new Promise((resolve) => {
    const child = execFile("npm", ["start", "--silent", "--", ...args], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

/** The records that the stand-in service keeps between runs. */
function records(program = ""): { domains: unknown[]; roles: unknown[]; redeliveries: unknown[] } {
  return JSON.parse(readFileSync(join(folder, program, "service.json"), "utf8"));
}

test("npm start creates everything and shows the verification records", async () => {
  const { code, output } = await npmStart();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("+ 7 created") });
  expect(output).toMatch(/login\.example\.com\s+(TXT|CNAME)\s+\S+/);
  expect(output).toMatch(/signup\.example\.com\s+(TXT|CNAME)\s+\S+/);
  expect(output).toContain("What to try next");
  expect(records()).toMatchObject({ domains: [{}, {}], roles: [{}, {}], redeliveries: [{}] });
});

test("a second npm start has the same address, changes nothing and warns of nothing", async () => {
  const before = records();
  const { code, output } = await npmStart();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("7 unchanged") });
  expect(output).not.toContain("warning");
  const after = records();
  for (const kind of ["domains", "roles", "redeliveries"] as const) expect(after[kind]).toEqual(before[kind]);
});

test("npm start -- destroy deletes everything", async () => {
  const { code, output } = await npmStart(["destroy"]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("7 deleted") });
  expect(records()).toMatchObject({ domains: [], roles: [] });
});

test("npm start changes nothing at a tenant without a terminal to confirm at", async () => {
  const { code, output } = await npmStart([], { IDM_BASE_URL: "https://idm.example.com/api/v2" });
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("no terminal") });
});

test("npm start -- --help names the commands", async () => {
  const { code, output } = await npmStart(["--help"]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/destroy.*--python/s) });
});

test("the error for an unknown command names the commands", async () => {
  const { code, output } = await npmStart(["apply"]);
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining("up (the default), preview, refresh"),
  });
});

test("npm start -- --python creates and deletes the same from a Python program", {
  timeout: setUpMs,
}, async () => {
  const up = await npmStart(["--python"]);
  expect(up).toEqual({ code: 0, output: expect.stringContaining("+ 7 created") });
  expect(up.output).toMatch(/login\.example\.com\s+(TXT|CNAME)\s+\S+/);
  expect(records("python")).toMatchObject({ domains: [{}, {}], roles: [{}, {}], redeliveries: [{}] });
  const destroyed = await npmStart(["--python", "destroy"]);
  expect(destroyed).toEqual({ code: 0, output: expect.stringContaining("7 deleted") });
  expect(records("python")).toMatchObject({ domains: [], roles: [] });
});
