import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseCommandLine } from "../../../examples/fleet/src/command-line.ts";
import { newResult, ResultsFile } from "../../../examples/fleet/src/results.ts";
import { runFleet } from "../../../examples/fleet/src/run-fleet.ts";
import { readTenantList } from "../../../examples/fleet/src/tenant-list.ts";
import { checkout } from "../../../scripts/before-install/run.mjs";
import { folderForTest } from "../../temporary-folder.ts";

function listForTest(name: string): string {
  const folder = folderForTest();
  const tenant = {
    name: "acme",
    baseUrl: "https://acme.example.com/api/v2",
    domain: "login.acme.example",
    credentials: { accessToken: { command: ["false"] } },
  };
  writeFileSync(join(folder, name), JSON.stringify({ tenants: [tenant] }));
  return join(folder, name);
}

const run = (...args: string[]) => runFleet(parseCommandLine(args), new AbortController().signal);

test("--json with the name of the list, also through a link, or of any YAML file is refused", async () => {
  const list = listForTest("tenants.json");
  const text = readFileSync(list, "utf8");
  symlinkSync(list, `${list}.link`);
  for (const file of [list, `${list}.link`])
    await expect(run("unlock", list, "--json", file)).rejects.toThrow(`--json ${file} would overwrite`);
  await expect(run("unlock", list, "--json", "other.yml")).rejects.toThrow("must not name a YAML file");
  expect(readFileSync(list, "utf8")).toBe(text);
});

test("unlock is refused while this machine runs another verb of the list", async () => {
  const list = listForTest("tenants.yaml");
  new ResultsFile(list, "up").write(newResult("up", list, readTenantList(list)));
  await expect(run("unlock", list)).rejects.toThrow(`process ${process.pid} is running up of this list`);
});

test("a mistake in the list leaves the manifests as they are", () => {
  const list = listForTest("tenants.yaml");
  const manifests = `${list}.manifests.yaml`;
  writeFileSync(manifests, "earlier");
  writeFileSync(list, "tenants: []");
  const script = join(checkout, "examples/fleet/kubernetes/manifests.ts");
  expect(() => execFileSync(process.execPath, [script, list, manifests], { stdio: "pipe" })).toThrow(
    "the list has no tenant",
  );
  expect(readFileSync(manifests, "utf8")).toBe("earlier");
});

test("the repository has no settings of a stack of the fleet", () => {
  const files = execFileSync("git", ["ls-files", "examples/fleet"], { cwd: checkout, encoding: "utf8" });
  expect(files.split("\n").filter((file) => /(^|\/)Pulumi\..+\.yaml$/.test(file))).toEqual([]);
});
