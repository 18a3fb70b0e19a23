// The script of docs/guides/moving-from-another-provider.md.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blockOf } from "../../../scripts/docs/document.ts";
import { folderForTest } from "../../temporary-folder.ts";

const page = "docs/guides/moving-from-another-provider.md";

function move(resources: object[], ...args: string[]): { names: string[]; stderr: string } {
  const folder = folderForTest();
  const script = join(folder, "moving.mjs");
  writeFileSync(script, blockOf(page, "js"));
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    input: JSON.stringify({ deployment: { resources } }),
    encoding: "utf8",
  });
  const moved = stdout === "" ? [] : JSON.parse(stdout).resources;
  return { names: moved.map(({ name }: { name: string }) => name), stderr };
}

function role(name: string, more: object = {}): object {
  const type = "other:index/role:Role";
  const provider = "urn:pulumi:dev::p::pulumi:providers:other::first::uuid";
  return { type, urn: `urn:pulumi:dev::p::${type}::${name}`, custom: true, id: name, provider, ...more };
}

test("what the old stack only reads, or is about to delete, does not move", () => {
  const stack = [role("kept"), role("read", { external: true }), role("old", { delete: true })];
  expect(move(stack).names).toEqual(["kept"]);
});

test("of a stack with several providers, one has to be chosen", () => {
  const second = { provider: "urn:pulumi:dev::p::pulumi:providers:other::second::uuid" };
  const stack = [role("a"), role("b", second)];
  expect(move(stack)).toMatchObject({ names: [], stderr: expect.stringContaining("first, second") });
  expect(move(stack, "second").names).toEqual(["b"]);
});
