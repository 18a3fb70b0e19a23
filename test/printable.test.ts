import { globSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { Operation } from "../provider/client/operation.ts";
import { IdmError, NetworkError, PartialCreateError, redactedError } from "../provider/errors.ts";
import { IncompleteError } from "../provider/lifecycle/context.ts";
import { printable } from "../provider/printable.ts";

/** Clears the screen, in C0 and in C1; a bell, a new line, a paragraph, and text in the other direction. */
const hostile = "a\u001b[2J\u009b2J\u0007\r\nerror: fake\u2028b\u2029\u202ec\u2066d\u200f\u061ce\u007f";
const clean = "a [2J 2J error: fake b c d e ";
const steering = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

test("control characters, line separators and bidirectional controls become spaces", () => {
  expect(printable(hostile)).toBe(clean);
  expect(printable("Zoë’s 🦊 שלום")).toBe("Zoë’s 🦊 שלום");
});

test("characters of no width and tags become spaces, and joiners stay", () => {
  expect(printable("a\u200bb\u2060c\ufeffd\u{e0041}\u{e007f}e")).toBe("a b c d e");
  for (const text of ["👩\u200d🚒", "می\u200cخواهم"]) expect(printable(text)).toBe(text);
});

test("a long text is cut", () => {
  expect(printable("x".repeat(20), 10)).toBe(`${"x".repeat(10)}…`);
  expect(printable("x".repeat(10 ** 6)).length).toBeLessThan(10_000);
});

test("no message of an error can steer a terminal, whatever it is made of", () => {
  const foreign = Object.assign(new TypeError(hostile), { code: "X" });
  const cause = new NetworkError(hostile, false, { cause: redactedError(foreign, (text) => text) });
  const incomplete = new IncompleteError({ id: hostile, props: {} }, cause);
  const errors = [cause, cause.about(hostile), incomplete, new PartialCreateError("1", {}, incomplete)];
  for (const error of errors) {
    expect(error.message).toContain(clean.trim());
    expect([error.message, error.stack?.split("\n")[0]].join()).not.toMatch(steering);
    expect(inspect(error).replaceAll("\n", " ")).not.toMatch(steering);
  }
  expect(new PartialCreateError("1", {}, foreign).reasons.join()).not.toMatch(steering);
});

test("only a message that is given as lines has several", () => {
  const listed = new IdmError("ERR_IDM_VERIFICATION", ["not ready:", `- ${hostile}`]);
  expect(listed.message).toBe(`not ready:\n- ${clean}`);
  const kept = new IncompleteError({ id: "1", props: {} }, listed);
  expect(kept.message.split("\n")).toHaveLength(2);
  expect(kept.about("Role").message).toBe(`Role: ${kept.message}`);
});

test("no line for the user can steer a terminal", () => {
  const log: string[] = [];
  const operation = new Operation(hostile, 60_000, (line) => log.push(line));
  for (const print of ["say", "warn", "debug"] as const) operation[print](hostile);
  operation.end();
  expect(log).toEqual(["", "warning: ", "debug: "].map((start) => `${start}${clean}: ${clean}`));
});

const sources = globSync("provider/**/*.ts").map((file) => [file, readFileSync(file, "utf8")] as const);
const filesWith = (pattern: RegExp) => sources.filter(([, text]) => pattern.test(text)).map(([file]) => file);

test("one place of the provider prints, and what it prints is printable", () => {
  const host = "provider/hosts/dynamic/host.ts";
  const printing = filesWith(/(?<!quiet-)\bconsole\b|process\.(stdout|stderr|emitWarning)|\bwriteSync\(1,/);
  // quiet-console.ts passes on what others print. The plugin prints its port and, without an engine, its own lines.
  const ofPlugin = ["engine-log.ts", "main.ts", "serve.ts", "discover/discover.ts"].map(
    (file) => `plugin/${file}`,
  );
  const others = ["dynamic/quiet-console.ts", ...ofPlugin];
  expect(printing.filter((file) => !others.includes(file.replace("provider/hosts/", "")))).toEqual([host]);
  const textOf = (path: string) => sources.find(([file]) => file === path)?.[1] ?? "";
  expect(textOf(host).match(/console\.\w+\(\w+/g)).toEqual(["console.log(logLine"]);
  expect(textOf("provider/client/log-line.ts")).toContain("const text = printable(line);");
});

test("errors that reach the user are made by the class whose messages are printable", () => {
  const bases = sources.flatMap(([, text]) =>
    [...text.matchAll(/class (\w+) extends (\w*Error)\b/g)].map(
      ([, name, base]) => `${name} extends ${base}`,
    ),
  );
  // A RequestFailure never leaves the client: its `error` does. An UnusableListError never leaves the bulk reads.
  expect(bases.filter((each) => each.endsWith("extends Error")).sort()).toEqual([
    "IdmError extends Error",
    "RequestFailure extends Error",
    "UnusableListError extends Error",
  ]);
});
