import { expect, test } from "vitest";
import { describeDiagnosis } from "../../../provider/verification/dns/describe-diagnosis.ts";
import type { Diagnosis } from "../../../provider/verification/dns/diagnose.ts";
import type { Meaning, Reply } from "../../../provider/verification/dns/meaning.ts";

const record = { name: "Login.example.com.", type: "CNAME", value: "edge.example.net" } as const;
const from = { name: "ns1.example.com", server: "192.0.2.53" };
const other = { name: "ns2.example.com", server: "192.0.2.54" };
const zone = {
  name: "example.com",
  delegatedTo: ["ns1.example.com", "ns2.example.com"],
  nameServers: [from, other],
};
const none: Reply = { from, answer: { kind: "none", nameExists: false } };
const right: Reply = { from, answer: { kind: "values", values: ["edge.example.net"] } };
const resolver: Reply = { from: { server: "203.0.113.9" }, answer: { kind: "none", nameExists: true } };

function diagnosis(meaning: Meaning, more: Partial<Diagnosis> = {}): Diagnosis {
  return { record, meaning, seen: none, zone, failed: [], silent: [], ...more };
}

test("every description begins with the expected record, the server and its answer", () => {
  expect(describeDiagnosis(diagnosis({ kind: "missing" }))).toMatch(
    /^Expected at login\.example\.com: CNAME "edge\.example\.net"\. ns1\.example\.com \(192\.0\.2\.53\), a name server of the zone example\.com, answers: no such name\. /,
  );
});

test.each<[string, Diagnosis, RegExp]>([
  [
    "correct",
    diagnosis({ kind: "correct" }, { seen: right }),
    /answers: "edge\.example\.net"\. .*not noticed it yet/,
  ],
  [
    "missing",
    diagnosis({ kind: "missing" }),
    /Nothing is there yet.*just created.*idm:dnsServers.*may be in a zone.*delegated to ns1\.example\.com, ns2\.example\.com/,
  ],
  ["other-value", diagnosis({ kind: "other-value" }), /Another value is there/],
  ["relative-target", diagnosis({ kind: "relative-target", target: "x" }), /end the target with a dot/],
  [
    "hidden",
    diagnosis({ kind: "hidden", addresses: ["192.0.2.7"] }),
    /addresses instead \(192\.0\.2\.7\).*proxy/,
  ],
  [
    "alias",
    diagnosis({ kind: "alias", target: "b.example.org" }, { aliases: ["a.example.org", "b.example.org"] }),
    /is a CNAME to "a\.example\.org", which is one to "b\.example\.org"\. .*answers: no such name\. .*Create the TXT there/,
  ],
  [
    "correct behind a CNAME",
    diagnosis({ kind: "correct" }, { seen: right, aliases: ["a.example.org"] }),
    /is a CNAME to "a\.example\.org"\. .*The record is correct/,
  ],
  ["endless-alias", diagnosis({ kind: "endless-alias", target: "a.example.org" }), /come to no end/],
  ["doubled", diagnosis({ kind: "doubled", name: "a.b.a.b" }), /exists as a\.b\.a\.b.*relative to the zone/],
  ["uneven", diagnosis({ kind: "uneven", without: [other] }), /not at ns2\.example\.com \(192\.0\.2\.54\)/],
  [
    "stale",
    diagnosis({ kind: "stale", resolver }, { seen: right }),
    /resolver 203\.0\.113\.9 still answers: no CNAME record at that name/,
  ],
  [
    "unanswered",
    {
      record,
      meaning: { kind: "unanswered" },
      failed: [],
      silent: [{ from, reason: "no answer within 5 ms" }],
    },
    /port 53.*idm:dnsServers.*No answer from ns1\.example\.com \(192\.0\.2\.53\): no answer within 5 ms/,
  ],
])("the description of %s says what it means and what to do", (_, given, text) => {
  expect(describeDiagnosis(given)).toMatch(text);
});

test("the description of failing depends on who failed: a name server, a delegation or a resolver", () => {
  const refused = { kind: "failed", code: "REFUSED" } as const;
  const servfail = { kind: "failed", code: "SERVFAIL" } as const;
  const failing = (seen: Reply, more: Partial<Diagnosis>) =>
    describeDiagnosis(diagnosis({ kind: "failing" }, { seen, ...more }));
  expect(failing({ from, answer: refused }, {})).toMatch(/answers: REFUSED\. .*have your registrar name/);
  const broken = { ...zone, broken: "example.com" };
  expect(failing({ from: resolver.from, answer: servfail }, { zone: broken })).toMatch(
    /cannot look up example\.com/,
  );
  expect(failing({ from: resolver.from, answer: refused }, {})).toMatch(
    /name another server in idm:dnsServers/,
  );
});

test("the description names other servers that failed", () => {
  const text = describeDiagnosis(
    diagnosis({ kind: "missing" }, { failed: [{ from: other, code: "SERVFAIL" }] }),
  );
  expect(text).toMatch(/An error from ns2\.example\.com \(192\.0\.2\.54\): SERVFAIL\.$/);
});

test("a value is cut, and its control characters are escaped", () => {
  const hostile = `\u001b[2J\n\u009b\u202e"${"x".repeat(5000)}`;
  const seen: Reply = { from, answer: { kind: "values", values: [hostile] } };
  const text = describeDiagnosis(diagnosis({ kind: "other-value" }, { seen }));
  expect(text).toContain('"\\u001b[2J\\n\\u009b\\u202e\\"xxx');
  expect(text).not.toMatch(/\p{Cc}/u);
  expect(text.length).toBeLessThan(1000);
});

test("at most five values are shown", () => {
  const values = Array.from({ length: 40 }, (_, index) => `v${index}`);
  const seen: Reply = { from, answer: { kind: "values", values } };
  expect(describeDiagnosis(diagnosis({ kind: "other-value" }, { seen }))).toContain('"v4" and 35 more');
});

test.each([
  [`_idm-challenge.${"a".repeat(70)}.example.com`, /one of its labels has 70 characters, of at most 63/],
  [`_idm-challenge.${"abcde.".repeat(48)}example.com`, /it has 314 characters, of at most 253/],
  ["a..example.com", /one of its labels is empty/],
  ["a b.example.com", /it has characters that no host name has/],
])("the description of the impossible name %s says why, and nothing of a firewall", (name, reason) => {
  const impossible: Diagnosis = {
    record: { ...record, name },
    meaning: { kind: "impossible-name" },
    failed: [],
    silent: [],
  };
  expect(describeDiagnosis(impossible)).toMatch(reason);
  expect(describeDiagnosis(impossible)).not.toMatch(/firewall|No answer/);
});
