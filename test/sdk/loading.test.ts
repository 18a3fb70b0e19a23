import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { build, root } from "./built.ts";

beforeAll(build);

/** Files that a fresh process has loaded after requiring these modules, one after the other. */
function loadedBy(...modules: string[]): string[] {
  return loadedIn(`for (const name of ${JSON.stringify(modules)}) require(name);
    console.log(JSON.stringify(Object.keys(require.cache)))`);
}

function loadedIn(script: string): string[] {
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }));
}

test("a program loads one file beside the Pulumi SDK", () => {
  const pulumi = new Set(loadedBy("@pulumi/pulumi"));
  const ours = loadedBy("@pulumi/pulumi", "pulumi-idm").filter((file) => !pulumi.has(file));
  expect(ours).toEqual([join(root, "dist/sdk/index.js")]);
});

const provider = join(root, "dist/provider/index.js");

test("the provider loads one file until it checks or sends something", () => {
  expect(loadedBy("pulumi-idm/provider")).toEqual([provider]);
});

test("a check loads zod in one file, and nothing that sends", () => {
  const script = `const { Role } = require("pulumi-idm/provider");
    Role.check({}, {}).then(() => console.log(JSON.stringify(Object.keys(require.cache))))`;
  expect(loadedIn(script)).toEqual([provider, join(root, "dist/provider/zod.js")]);
});

test("the first request loads undici in one file", () => {
  const script = `process.env.IDM_BASE_URL = "http://127.0.0.1:1/api/v2";
    process.env.IDM_ACCESS_TOKEN = "any-token";
    process.env.IDM_RETRY_DEADLINE_SECONDS = "0.1";
    const { Role } = require("pulumi-idm/provider");
    Role.configure({ config: { get: () => undefined } });
    Role.read("rol_1", {}).catch(() => console.log(JSON.stringify(Object.keys(require.cache))))`;
  expect(loadedIn(script)).toEqual([provider, join(root, "dist/provider/undici.js")]);
});

test("the file that holds undici has its licence, and neither HTTP/2 nor fetch", () => {
  const text = readFileSync(join(root, "dist/provider/undici.js"), "utf8");
  expect(text).toContain("Copyright (c) Matteo Collina and Undici contributors");
  expect(text).not.toContain("http2.connect");
  expect(text).not.toContain("FormData {");
});

test("the file that holds zod has its licence, and no message in a language that it never speaks", () => {
  const text = readFileSync(join(root, "dist/provider/zod.js"), "utf8");
  expect(text).toContain("Copyright (c) 2025 Colin McDonnell");
  // zod's German and French locales.
  expect(text).not.toContain("Ungültige Eingabe");
  expect(text).not.toContain("Entrée invalide");
});
