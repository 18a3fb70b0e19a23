import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "./built.ts";

test("the generated files are up to date", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/generate.ts", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
