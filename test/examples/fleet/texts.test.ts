import { expect, test } from "vitest";
import { atATime } from "../../../examples/fleet/src/at-a-time.ts";
import { EngineSummary } from "../../../examples/fleet/src/engine-summary.ts";
import { tableLines } from "../../../examples/fleet/src/live-table.ts";
import { PlainLines } from "../../../examples/fleet/src/plain-lines.ts";
import type { FleetResult, TenantResult } from "../../../examples/fleet/src/results.ts";
import { summaryText } from "../../../examples/fleet/src/summary.ts";
import { shortMessage } from "../../../examples/fleet/src/words.ts";

const done: TenantResult = {
  name: "acme",
  status: "done",
  changes: { create: 3, same: 1 },
  seconds: 8.2,
  entry: "",
};
const failed: TenantResult = {
  name: "globex",
  status: "failed",
  changes: {},
  seconds: 125,
  error: "401 Unauthorized",
  log: "logs/up/globex.log",
  entry: "",
};
const running: TenantResult = { name: "hooli", status: "running", changes: { create: 1 }, entry: "" };
const waiting: TenantResult = { name: "initech", status: "waiting", entry: "" };

const resultOf = (...tenants: TenantResult[]): FleetResult => ({
  verb: "up",
  list: "tenants.yaml",
  startedAt: "2026-01-01T00:00:00.000Z",
  process: { id: 1, host: "here" },
  tenants,
});

test("the summary has a row for each tenant, and each error with its log", () => {
  const text = summaryText({ ...resultOf(done, failed, waiting), seconds: 133.25, exitCode: 130 });
  expect(text).toBe(
    `Tenant   Status       Changes           Time
acme     done         create 3, same 1  8.2 s
globex   failed                         2 min 05 s
initech  not started

globex: 401 Unauthorized
  Everything that Pulumi printed: logs/up/globex.log

up: 1 done, 1 failed, 1 not started in 2 min 13 s`,
  );
});

test("the live table shows every tenant when all fit", () => {
  const result = resultOf(done, failed, running, waiting);
  expect(tableLines(result, { columns: 40, rows: 24, elapsedSeconds: 9 })).toEqual([
    "up: 1 done, 1 failed, 1 running, 1 wait…",
    "acme     done     8.2 s       create 3,…",
    "globex   failed   2 min 05 s  401 Unaut…",
    "hooli    running              create 1",
    "initech  waiting",
  ]);
});

test("the live table of many tenants fits the terminal and shows running and failed ones first", () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...done, name: `t${index}` }));
  const lines = tableLines(resultOf(...many, failed, running), { columns: 80, rows: 10, elapsedSeconds: 1 });
  expect(lines).toHaveLength(9);
  expect(lines[1]).toMatch(/^hooli +running/);
  expect(lines[2]).toMatch(/^globex +failed/);
  expect(lines.at(-1)).toBe("… and 995 more");
});

test("plain lines count the tenants that have ended, those of an earlier run included", () => {
  const lines: string[] = [];
  const display = new PlainLines(resultOf(done, waiting), (line) => lines.push(line));
  display.show({ ...waiting, status: "running" });
  display.show({ ...failed, name: "initech" });
  expect(lines).toEqual(["[1/2] initech: up begins", "[2/2] initech: failed (2 min 05 s): 401 Unauthorized"]);
});

const errorOf = (name: string, message: string) => ({
  sequence: 0,
  timestamp: 0,
  diagnosticEvent: {
    urn: `urn:pulumi:acme::fleet::${name}`,
    message,
    color: "never",
    severity: "error" as const,
  },
});

test("the error of a tenant is the first error of a resource, with the number of others that failed", () => {
  const summary = new EngineSummary();
  summary.take(errorOf("idm:Role::support", "refused\nmore"));
  summary.take(errorOf("idm:Role::support", "refused again"));
  expect(summary.error).toBe("refused\nmore");
  summary.take(errorOf("idm:Role::auditor", "refused too"));
  summary.take(errorOf("pulumi:pulumi:Stack::fleet-acme", "update failed"));
  expect(summary.error).toBe("refused (and 1 more)");
});

test("a long message is cut before its code, its page and the number of other errors", () => {
  const page = "https://docs.example/errors/err-idm-api";
  expect(shortMessage(`\n  refused [ERR_IDM_API] ${page}\nmore`)).toBe(`refused [ERR_IDM_API] ${page}`);
  expect(shortMessage(`${"x".repeat(400)} [ERR_IDM_API] ${page} (and 2 more)`)).toBe(
    `${"x".repeat(299)}… [ERR_IDM_API] ${page} (and 2 more)`,
  );
  expect(shortMessage(`${"x".repeat(400)} (and 2 more)`)).toBe(`${"x".repeat(299)}… (and 2 more)`);
  expect(shortMessage("y".repeat(301))).toBe(`${"y".repeat(299)}…`);
});

test("at most the given number of items is worked on at a time, and none begins after the signal", async () => {
  const controller = new AbortController();
  const begun: number[] = [];
  let atOnce = 0;
  let most = 0;
  const work = async (item: number) => {
    begun.push(item);
    most = Math.max(most, ++atOnce);
    await Promise.resolve();
    if (item === 5) controller.abort();
    atOnce -= 1;
  };
  await atATime([1, 2, 3, 4, 5, 6, 7, 8], { limit: 2, signal: controller.signal }, work);
  expect({ most, begun }).toEqual({ most: 2, begun: [1, 2, 3, 4, 5, 6] });
});
