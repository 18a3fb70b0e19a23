import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { backendAddress, otherStackWith } from "../../provider/lifecycle/backend.ts";
import { folderForTest } from "../temporary-folder.ts";

let folder = "";

beforeEach(() => {
  folder = folderForTest();
  vi.stubEnv("PULUMI_HOME", folder);
  vi.stubEnv("PULUMI_BACKEND_URL", "");
  vi.stubEnv("PULUMI_CREDENTIALS_PATH", "");
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
});

function login(current: unknown, to = folder): void {
  writeFileSync(join(to, "credentials.json"), JSON.stringify({ current, accessTokens: {} }));
}

test("the backend is that of PULUMI_BACKEND_URL, else of the project, else of the login", () => {
  expect(backendAddress()).toBe("");
  login("https://login.example.com");
  expect(backendAddress()).toBe("https://login.example.com");
  writeFileSync(join(folder, "Pulumi.yaml"), "name: p\nbackend:\n  url: https://project.example.com\n");
  expect(backendAddress()).toBe("https://project.example.com");
  vi.stubEnv("PULUMI_BACKEND_URL", "https://variable.example.com");
  expect(backendAddress()).toBe("https://variable.example.com");
});

test("a login is found in PULUMI_CREDENTIALS_PATH, and a malformed one is none", () => {
  const other = join(folder, "other");
  mkdirSync(other);
  login("https://other", other);
  vi.stubEnv("PULUMI_CREDENTIALS_PATH", other);
  expect(backendAddress()).toBe("https://other");
  writeFileSync(join(other, "credentials.json"), "{");
  expect(backendAddress()).toBe("");
});

test.each([
  ["Pulumi.yaml", "name: p\nbackend: {url: 'https://b'} # ours\n"],
  ["Pulumi.yaml", 'backend:\n  # ours\n  url: "https://b"\nname: p\n'],
  ["Pulumi.yml", "name: p\nbackend:\n    url: https://b\n"],
  ["Pulumi.json", '{"name":"p","backend":{"url":"https://b"}}'],
])("%s names the backend: %j", (name, text) => {
  writeFileSync(join(folder, name), text);
  const main = join(folder, "src");
  mkdirSync(main);
  vi.spyOn(process, "cwd").mockReturnValue(main);
  expect(backendAddress()).toBe("https://b");
});

test.each([
  ["https://api.example.com/", "https://api.example.com"],
  ["s3://bucket/a/?region=x", "s3://bucket/a/?region=x"],
  ["file:///tmp/state//", "file:///tmp/state"],
  ["file:///tmp/a/../state", "file:///tmp/state"],
  ["file://~", `file://${homedir()}`],
])("the address %j is the same as %j", (written, address) => {
  vi.stubEnv("PULUMI_BACKEND_URL", written);
  expect(backendAddress()).toBe(address);
});

test("a relative path is of the folder of the program", () => {
  vi.stubEnv("PULUMI_BACKEND_URL", "file://./state");
  expect(backendAddress()).toBe(`file://${join(folder, "state")}`);
});

test("another stack of a file backend is known to have an item of the same type", () => {
  vi.stubEnv("PULUMI_BACKEND_URL", `file://${folder}`);
  const type = "pulumi-nodejs:dynamic/idm:Role";
  const store = (name: string, resources: unknown[]) => {
    mkdirSync(join(folder, ".pulumi", "stacks", "p"), { recursive: true });
    const text = JSON.stringify({ checkpoint: { latest: { resources } } });
    writeFileSync(join(folder, ".pulumi", "stacks", "p", `${name}.json`), text);
  };
  const asking = (stack: string, id = "rol_1") =>
    otherStackWith(id, `org/urn:pulumi:${stack}::p::my:Comp$${type}::a`);
  expect(asking("dev")).toBeUndefined();
  store("dev", [{ id: "rol_1", type }]);
  store("broken", []);
  writeFileSync(join(folder, ".pulumi", "stacks", "p", "cut.json"), '{"id": "rol_1"');
  expect(asking("dev")).toBeUndefined();
  expect(asking("prod")).toBe(join("p", "dev"));
  expect(asking("prod", "rol_2")).toBeUndefined();
  store("dev", [{ id: "rol_1", type: "pulumi-nodejs:dynamic/idm:VcTemplate" }]);
  expect(asking("prod")).toBeUndefined();
  vi.stubEnv("PULUMI_BACKEND_URL", "https://backend.example.com");
  expect(asking("prod")).toBeUndefined();
});
