import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { nodeVersionCheck } from "../../scripts/build/node-version.ts";

const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

function checkOn(node: string): void {
  runInNewContext(nodeVersionCheck(engines.node), { process: { versions: { node } } });
}

test.each(["22.19.0", "22.30.1", "24.2.0", "24.21.0", "26.0.0"])("a program on Node %s runs", (version) => {
  expect(() => checkOn(version)).not.toThrow();
});

// 23 and 24.0 to 24.1 have no channel http2.server.stream.start, which tells the end of a run.
test.each(["18.20.0", "20.20.2", "22.18.0", "23.11.0", "24.0.0", "24.1.0"])(
  "a program on Node %s ends with one line",
  (version) => {
    expect(() => checkOn(version)).toThrow(
      /^pulumi-idm needs Node\.js 22\.19 [^\n]*: put a newer one first on PATH$/,
    );
  },
);

test("a range that the check does not understand fails the build", () => {
  expect(() => nodeVersionCheck(">=22")).toThrow(/engines/);
});
