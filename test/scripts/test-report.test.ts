// What the end of `npm test` says of failed tests.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTestResult } from "../../scripts/test-report.ts";
import { folderForFile } from "../temporary-folder.ts";

const folder = folderForFile();
const report = join(folder, "report.json");

const fileOf = (name: string, status: string, assertionResults: readonly object[] = [], message = "") => ({
  name: join(folder, name),
  status,
  message,
  assertionResults,
});

function resultOf(testResults: readonly object[], exitCode: number) {
  const numPassedTests = 7;
  writeFileSync(report, JSON.stringify({ numPassedTests, testResults }));
  return readTestResult(report, exitCode, folder);
}

test("a failed test is named with its file and the first line of its message", () => {
  const failed = {
    fullName: "a fact",
    status: "failed",
    failureMessages: ["\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at x.ts:1"],
  };
  const passed = { fullName: "another fact", status: "passed", failureMessages: [] };
  expect(resultOf([fileOf("x.test.ts", "failed", [failed, passed])], 1)).toEqual({
    passed: 7,
    failed: 1,
    failures: ["x.test.ts > a fact > AssertionError: expected 1 to be 2"],
  });
});

test("a file that does not load is one failure", () => {
  expect(resultOf([fileOf("x.test.ts", "failed", [], "Cannot find module 'y'")], 1).failures).toEqual([
    "x.test.ts > Cannot find module 'y'",
  ]);
});

test("an exit code other than 0 without a failed test is one failure", () => {
  const failures = ["Vitest ended with exit code 1, and its report names no failed test"];
  expect(resultOf([fileOf("x.test.ts", "passed")], 1)).toEqual({ passed: 7, failed: 1, failures });
  expect(readTestResult(join(folder, "none.json"), 1, folder)).toEqual({ passed: 0, failed: 1, failures });
});

test("tests that all passed are no failure", () => {
  expect(resultOf([fileOf("x.test.ts", "passed")], 0)).toEqual({ passed: 7, failed: 0, failures: [] });
});
