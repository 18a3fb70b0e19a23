import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { blockOf } from "../../scripts/docs/document.ts";
import { lifeOfACreate } from "../../scripts/picture/life-of-a-create.ts";
import { screenAfter } from "../../scripts/picture/terminal-screen.ts";
import { terminalSvg } from "../../scripts/picture/terminal-svg.ts";

const textOf = (output: string) => screenAfter(output).map((line) => line.map(({ text }) => text).join(""));

test("a terminal shows what was written last in each place", () => {
  expect(textOf("one\r\ntwo\r\n\x1b[2Auno\x1b[K\r\n")).toEqual(["uno", "two", ""]);
  expect(textOf("a long line\rshort\x1b[K")).toEqual(["short"]);
  expect(textOf("\x1b]11;?\x1b\\\x1b[6n\x1b[?25lshown")).toEqual(["shown"]);
});

test("styles end at a reset", () => {
  expect(screenAfter("\x1b[1m\x1b[38;5;2m+\x1b[0m done")).toEqual([
    [
      { text: "+", style: { isBold: true, colour: 2 } },
      { text: " done", style: {} },
    ],
  ]);
});

test("a picture has the colours of a light and of a dark screen, and no text is markup", () => {
  const svg = terminalSvg("a & b", screenAfter("<\x1b[38;5;2m+\x1b[0m>"));
  expect(svg).toContain("prefers-color-scheme:dark");
  expect(svg).toContain("a &amp; b");
  expect(svg).toContain(">&lt;</text>");
});

test("the picture of the README is that of its program", () => {
  const picture = readFileSync(join(checkout, "docs/up.svg"), "utf8");
  const program = blockOf("README.md", "ts");
  const resources = [...program.matchAll(/new idm\.(\w+)\("(\w+)"/g)].map(([, type, name]) => [type, name]);
  const outputs = [...program.matchAll(/export const (\w+)/g)].map(([, name]) => name);
  expect(resources.length).toBeGreaterThan(0);
  for (const word of [...resources, ...outputs].flat()) expect(picture).toContain(word);
});

test("the picture of a create is what its script draws", () => {
  expect(readFileSync(join(checkout, "docs/guides/create.svg"), "utf8")).toBe(lifeOfACreate());
});
