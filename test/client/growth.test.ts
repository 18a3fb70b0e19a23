import { createServer } from "node:http";
import { expect, test } from "vitest";
import { redactor, valueRedactor } from "../../provider/client/redact.ts";
import { maxErrorBodyLength } from "../../provider/client/response-body.ts";
import { printable } from "../../provider/printable.ts";
import { atPort, clientForTest, createRole, failureOf, listen, send } from "./client-for-test.ts";

/** Processor time, the least of several runs: what else the machine does hardly counts. */
function leastCost(run: () => void): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
}

const factor = 128;

/** What one long text costs, in texts of the same length together: about 1, or `factor` when the time is quadratic. */
function growthOf(work: (text: string) => unknown, pattern: string): number {
  const short = pattern.repeat(128);
  const long = pattern.repeat(128 * factor);
  const costOfShort = leastCost(() => {
    for (let each = 0; each < factor; each++) work(short);
  });
  return leastCost(() => work(long)) / costOfShort;
}

/** Between 1 and `factor`. */
const mostGrowth = 30;

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
