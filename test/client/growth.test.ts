import { createServer } from "node:http";
import { expect, test } from "vitest";
import { redactor, valueRedactor } from "../../provider/client/redact.ts";
import { maxErrorBodyLength } from "../../provider/client/response-body.ts";
import { printable } from "../../provider/printable.ts";
import { atPort, clientForTest, createRole, failureOf, listen, send } from "./client-for-test.ts";

/** The least time of several runs: a busy machine only adds to a run. */
function leastMs(runs: number, run: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const startedMs = performance.now();
    run();
    return performance.now() - startedMs;
  });
  return Math.min(...times);
}

/** How many times as long as a text takes one of 64 times its length: about 64, or 4,096 when the time is quadratic. */
function growthOf(work: (text: string) => unknown, pattern: string): number {
  const [short, long] = [pattern.repeat(2 ** 9), pattern.repeat(2 ** 15)];
  return leastMs(3, () => work(long)) / leastMs(50, () => work(short));
}

/** Between 64 and 4,096. */
const mostGrowth = 1_000;

const redact = redactor({ kind: "client-secret", clientId: "id", clientSecret: "canary-secret" });
const redactValues = valueRedactor(["canary-secret", "aaaaaaaa", "abc", "7"]);

/** Beginnings of tokens, of secrets and of cuts, none of which ends as it begins. */
const hostileTexts = [
  "eyJ",
  "eyJeyJeyJ.",
  "eyJ-----.ab.",
  "a.",
  "canary-",
  "aaaaaaa ",
  "…",
  "ab",
  "\u001b",
  " \n",
];

test.each(hostileTexts)("the time to redact a text is in proportion to its length: %j", (pattern) => {
  expect(growthOf((text) => redact(text, "granted-token"), pattern)).toBeLessThan(mostGrowth);
  expect(growthOf(redactValues, pattern)).toBeLessThan(mostGrowth);
});

test.each(hostileTexts)("the time to make a text printable does not depend on its length: %j", (pattern) => {
  expect(printable(pattern.repeat(2 ** 20)).length).toBeLessThan(10_000);
});

test("tokens are found in every place of a text", () => {
  const token = `eyJ${"h".repeat(20)}.${"p".repeat(20)}.${"s".repeat(20)}`;
  for (const before of ["", "Bearer ", "token=", "x", "a.b.", "eyJ.", "eyJabcde.abc."])
    expect(redact(`${before}${token} and "${token}"`)).toBe(`${before}[token] and "[token]"`);
  for (const other of ["eyJ", "eyJabc.def", "eyJabcdefgh", "www.example.com", "eyJabcdefgh.abc"])
    expect(redact(other)).toBe(other);
});

test("of an error body that is longer than any of the service's, nothing is read", async () => {
  const bodyOf = (length: number) =>
    JSON.stringify({ message: "no ".padEnd(length - '{"message":""}'.length, ".") });
  const messageFor = async (length: number) => {
    const server = createServer((_, response) => response.writeHead(400).end(bodyOf(length)));
    return (await failureOf(send(clientForTest(atPort(await listen(server))), createRole))).message;
  };
  expect(await messageFor(maxErrorBodyLength)).toContain("The service says: no .");
  expect(await messageFor(maxErrorBodyLength + 1)).toMatch(/^400 Bad Request on POST \/roles\. Correct/);
});
