import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { folderForFile, folderForTest } from "./temporary-folder.ts";

// What is to happen at an end happens in the opposite order.
afterAll(() => expect(existsSync(ofFile)).toBe(false));
const ofFile = folderForFile();

let ofHook: string;
beforeEach(() => {
  onTestFinished(() => expect(existsSync(ofHook)).toBe(false));
  ofHook = folderForTest();
});

test.each([1, 2])("a test has empty folders of its own, which are removed with what is in them (%i)", () => {
  onTestFinished(() => expect(existsSync(folder)).toBe(false));
  const folder = folderForTest();
  for (const each of [ofHook, folder]) {
    expect(readdirSync(each)).toEqual([]);
    writeFileSync(join(each, "a"), "");
  }
});

test.each([1, 2])("the tests of a file may share a folder (%i)", (number) => {
  writeFileSync(join(ofFile, String(number)), "");
  expect(readdirSync(ofFile)).toContain(String(number));
});
