import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exitCodeOf, newResult, ResultsFile, type Status } from "../../../examples/fleet/src/results.ts";
import type { Tenant } from "../../../examples/fleet/src/tenant.ts";

const tenantNamed = (name: string): Tenant => ({
  name,
  baseUrl: "https://idm.example.com/api/v2",
  domain: `${name}.example.com`,
  credentials: { accessToken: { env: "TOKEN" } },
});
const tenants = ["a", "b", "c"].map(tenantNamed);

function listForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-idm-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
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
  const resumed = newResult("drift", "list", [...tenants, tenantNamed("new")], earlier);
  expect(resumed.tenants.map(({ status }) => status)).toEqual(["done", "waiting", "drifted", "waiting"]);
});

test("with --resume, a tenant whose entry in the list has changed runs again", () => {
  const earlier = newResult("up", "list", tenants);
  for (const tenant of earlier.tenants) tenant.status = "done";
  const changed = tenants.map((tenant) =>
    tenant.name === "b" ? { ...tenant, domain: "new.example.com" } : tenant,
  );
  const resumed = newResult("up", "list", changed, earlier);
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
