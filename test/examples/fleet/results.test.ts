import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exitCodeOf, newResult, ResultsFile, type Status } from "../../../examples/fleet/src/results.ts";
import type { Tenant } from "../../../examples/fleet/src/tenant.ts";
import { folderForTest } from "../../temporary-folder.ts";

const tenantNamed = (name: string): Tenant => ({
  name,
  baseUrl: "https://idm.example.com/api/v2",
  domain: `${name}.example.com`,
  credentials: { accessToken: { env: "TOKEN" } },
});
const tenants = ["a", "b", "c"].map(tenantNamed);

function listForTest(): string {
  const folder = folderForTest();
  return join(folder, "tenants.yaml");
}

test.each<[number, Status[]]>([
  [0, []],
  [0, ["done", "done"]],
  [3, ["done", "drifted"]],
  [1, ["drifted", "failed", "done"]],
  [130, ["failed", "interrupted", "done"]],
  [130, ["done", "waiting"]],
])("the exit code is %i for the statuses %j", (code, statuses) => {
  const results = statuses.map((status) => ({ name: "x", status, entry: "" }));
  expect(exitCodeOf(results)).toBe(code);
});

test("with --resume, tenants that are done or drifted keep their results", () => {
  const earlier = newResult("drift", "list", tenants);
  const statuses: Status[] = ["done", "failed", "drifted"];
  for (const [index, tenant] of earlier.tenants.entries()) tenant.status = statuses[index] ?? "waiting";
  const resumed = newResult("drift", "list", [...tenants, tenantNamed("new")], { earlier });
  expect(resumed.tenants.map(({ status }) => status)).toEqual(["done", "waiting", "drifted", "waiting"]);
});

test("with --resume, a tenant whose entry in the list has changed runs again", () => {
  const earlier = newResult("up", "list", tenants);
  for (const tenant of earlier.tenants) tenant.status = "done";
  const changed = tenants.map((tenant) =>
    tenant.name === "b" ? { ...tenant, domain: "new.example.com" } : tenant,
  );
  const resumed = newResult("up", "list", changed, { earlier });
  expect(resumed.tenants.map(({ status }) => status)).toEqual(["done", "waiting", "done"]);
});

test("results are read back from the file beside the list", () => {
  const list = listForTest();
  const result = newResult("up", list, tenants);
  new ResultsFile(list, "up").write(result);
  expect(new ResultsFile(list, "up").read("up")).toEqual(result);
  expect(readFileSync(list.replace("tenants.yaml", "tenants.up-results.json"), "utf8")).toContain(
    '"waiting"',
  );
});

test("--resume without results, or with a damaged file, is refused", () => {
  const file = new ResultsFile(listForTest(), "up");
  expect(() => file.read("up")).toThrow(
    /--resume: there is no .*tenants\.up-results\.json\. Run up without --resume/,
  );
  writeFileSync(file.path, '{"tenants": [');
  expect(() => file.read("up")).toThrow("holds no results. Delete it, and run up without --resume");
});

test("with --resume, every tenant runs again after a change of the program, and after the opposite verb", () => {
  const list = listForTest();
  const file = new ResultsFile(list, "up");
  const done = newResult("up", list, tenants, { program: "one" });
  for (const tenant of done.tenants) tenant.status = "done";
  file.write({ ...done, exitCode: 0 });
  const waiting = (program: string) =>
    newResult("up", list, tenants, { program, earlier: file.read("up") })
      .tenants.filter(({ status }) => status === "waiting")
      .map(({ name }) => name);
  expect(waiting("one")).toEqual([]);
  expect(waiting("two")).toEqual(["a", "b", "c"]);
  file.forget(["b"]);
  expect(waiting("one")).toEqual(["b"]);
});

test("a tenant that --resume does not run has the start of the run that completed it", () => {
  const first = { ...newResult("up", "list", tenants), startedAt: "2026-01-31T12:00:00.000Z" };
  for (const tenant of first.tenants) tenant.status = "done";
  const second = newResult("up", "list", tenants, { earlier: first });
  const third = newResult("up", "list", tenants, { earlier: second });
  expect(third.tenants.map(({ completedBy }) => completedBy)).toEqual(Array(3).fill(first.startedAt));
});

test("a damaged results file does not stop a run without --resume", () => {
  const file = new ResultsFile(listForTest(), "up");
  for (const text of ["{", '{"tenants":[]}', '{"tenants":[null],"process":{"id":1}}', "null"]) {
    writeFileSync(file.path, text);
    file.refuseSecondRun("up");
    file.forget(["a"]);
    expect(() => file.read("up")).toThrow("holds no results");
  }
});

test("a second run of the same list is refused while the first lasts", () => {
  const file = new ResultsFile(listForTest(), "up");
  const result = newResult("up", "list", tenants);
  file.write(result);
  expect(() => file.refuseSecondRun("up")).toThrow(`process ${process.pid} is running up of this list`);
  file.write({ ...result, exitCode: 1 });
  file.refuseSecondRun("up");
  file.write({ ...result, process: { ...result.process, host: "another" } });
  file.refuseSecondRun("up");
});
