// What `npm test` takes from Vitest's JSON report: how many tests passed and failed, and the failed ones by name.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export interface TestResult extends Counts {
  /** A line for each failure: the file, the title, the first line of the message. */
  readonly failures: readonly string[];
}

/** The properties of Vitest's report that are read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  /** Absolute path of the test file. */
  readonly name: string;
  readonly status: string;
  /** Why the file did not load. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages?: readonly string[];
  }[];
}

/**
 * Counts failures outside of tests too: a file that does not load, an uncaught error, a missing report.
 *
 * @param file - Path of the report.
 * @param exitCode - Exit code of the Vitest process.
 * @param root - Folder that the paths of the failures are relative to.
 */
export function readTestResult(file: string, exitCode: number, root: string): TestResult {
  const report = readReport(file);
  const failures = report.testResults.flatMap((result) => failuresOf(result, relative(root, result.name)));
  if (exitCode !== 0 && failures.length === 0) {
    failures.push(`Vitest ended with exit code ${exitCode}, and its report names no failed test`);
  }
  return { passed: report.numPassedTests, failed: failures.length, failures };
}

function readReport(file: string): VitestReport {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { numPassedTests: 0, testResults: [] };
  }
}

function failuresOf({ status, message, assertionResults }: FileResult, path: string): string[] {
  if (status === "failed" && assertionResults.length === 0) return [line([path], message)];
  return assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => line([path, test.fullName], test.failureMessages?.[0]));
}

function line(names: readonly string[], message = ""): string {
  const [firstLine = ""] = stripVTControlCharacters(message).trim().split("\n");
  return [...names, ...(firstLine === "" ? [] : [firstLine])].join(" > ");
}
