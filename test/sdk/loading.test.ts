import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { build, root } from "./built.ts";

beforeAll(build);

/** Files that a fresh process has loaded after requiring these modules, one after the other. */
function loadedBy(...modules: string[]): string[] {
  const script = `for (const name of ${JSON.stringify(modules)}) require(name);
    console.log(JSON.stringify(Object.keys(require.cache)))`;
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }));
}

test("a program loads one file beside the Pulumi SDK", () => {
  const pulumi = new Set(loadedBy("@pulumi/pulumi"));
  const ours = loadedBy("@pulumi/pulumi", "pulumi-idm").filter((file) => !pulumi.has(file));
  expect(ours).toEqual([join(root, "dist/sdk/index.js")]);
});

test("the provider loads neither the Pulumi SDK nor what few processes need", () => {
  const files = loadedBy("pulumi-idm/provider");
  const packages = new Set(
    files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
  );
  for (const name of ["@pulumi/pulumi", "typescript", "jose"]) expect(packages).not.toContain(name);
});
