import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { build, root } from "./built.ts";

beforeAll(build, 120_000);

/** The files that a new process has loaded after it requires these modules in turn. */
function loadedBy(...modules: string[]): string[] {
  return loadedIn(`for (const name of ${JSON.stringify(modules)}) require(name);
    console.log(JSON.stringify(Object.keys(require.cache)))`);
}

function loadedIn(script: string): string[] {
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }));
}

test("a program loads one file besides the Pulumi SDK", () => {
  const pulumi = new Set(loadedBy("@pulumi/pulumi"));
  const ours = loadedBy("@pulumi/pulumi", "pulumi-idm").filter((file) => !pulumi.has(file));
  expect(ours).toEqual([join(root, "dist/sdk/index.js")]);
});

const provider = join(root, "dist/provider/index.js");

const zod = join(root, "dist/provider/zod.js");

test("the provider loads itself and zod before its first request", () => {
  expect(loadedBy("pulumi-idm/provider")).toEqual([provider, zod]);
});

test("a check loads no other file", () => {
  const script = `const { Role } = require("pulumi-idm/provider");
    Role.check({}, {}).then(() => console.log(JSON.stringify(Object.keys(require.cache))))`;
  expect(loadedIn(script)).toEqual([provider, zod]);
});

test("the first request loads undici as one file", () => {
  const script = `process.env.IDM_BASE_URL = "http://127.0.0.1:1/api/v2";
    process.env.IDM_ACCESS_TOKEN = "any-token";
    process.env.IDM_RETRY_DEADLINE_SECONDS = "0.1";
    const { Role } = require("pulumi-idm/provider");
    Role.configure({ config: { get: () => undefined } });
    Role.read("rol_1", {}).catch(() => console.log(JSON.stringify(Object.keys(require.cache))))`;
  expect(loadedIn(script)).toEqual([provider, zod, join(root, "dist/provider/undici.js")]);
});

test("the file of undici has its licence, and neither HTTP/2 nor fetch", () => {
  const text = readFileSync(join(root, "dist/provider/undici.js"), "utf8");
  expect(text).toContain("Copyright (c) Matteo Collina and Undici contributors");
  expect(text).not.toContain("http2.connect");
  expect(text).not.toContain("FormData {");
});

test("the file of zod has its licence, and no locale but English", () => {
  const text = readFileSync(zod, "utf8");
  expect(text).toContain("Copyright (c) 2025 Colin McDonnell");
  // zod's German and French locales.
  expect(text).not.toContain("Ungültige Eingabe");
  expect(text).not.toContain("Entrée invalide");
});
