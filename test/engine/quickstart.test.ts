// `npm start` as a newcomer runs it, with a state folder of its own.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-idm-quickstart-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm start` in the checkout; `env` adds to an environment without settings of the developer's own. */
function npmStart(
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const foreign = /^(IDM|PULUMI|QUICKSTART)_/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
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

/** What the stand-in service keeps from run to run. */
function records(): { domains: unknown[]; roles: unknown[]; redeliveries: unknown[] } {
  return JSON.parse(readFileSync(join(folder, "service.json"), "utf8"));
}

test("npm start brings everything up and shows the verification records", async () => {
  const { code, output } = await npmStart();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("+ 7 created") });
  expect(output).toMatch(/login\.example\.com\s+(TXT|CNAME)\s+\S+/);
  expect(output).toMatch(/signup\.example\.com\s+(TXT|CNAME)\s+\S+/);
  expect(output).toContain("What to try next");
  expect(records()).toMatchObject({ domains: [{}, {}], roles: [{}, {}], redeliveries: [{}] });
});

test("npm start again shows everything unchanged, although the service has another port", async () => {
  const before = records();
  const { code, output } = await npmStart();
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("7 unchanged") });
  const after = records();
  for (const kind of ["domains", "roles", "redeliveries"] as const) expect(after[kind]).toEqual(before[kind]);
});

test("npm start -- destroy takes it all away", async () => {
  const { code, output } = await npmStart(["destroy"]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("7 deleted") });
  expect(records()).toMatchObject({ domains: [], roles: [] });
});

test("against a tenant, nothing is changed without a terminal to confirm at", async () => {
  const { code, output } = await npmStart([], { IDM_BASE_URL: "https://idm.example.com/api/v2" });
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("no terminal") });
});

test("an unknown command is refused with those that exist", async () => {
  const { code, output } = await npmStart(["apply"]);
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining("up (the default), preview, refresh"),
  });
});
