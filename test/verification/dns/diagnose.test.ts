import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "../../../provider/verification/dns/diagnose.ts";
import type { DnsRecord } from "../../../provider/verification/dns/names.ts";
import { type Bind, startBind } from "./bind.ts";
import { bindAvailable } from "./install-bind.ts";

const signal = new AbortController().signal;

describe.skipIf(!bindAvailable())("diagnose against one BIND", () => {
  let bind: Bind;
  beforeAll(async () => {
    bind = await startBind({ zones: [{ name: "example.test", records }] });
  });
  afterAll(() => bind.stop());

  const records = [
    "right CNAME Edge.Example.NET.",
    '_right TXT "pro" "of"',
    '_right TXT "somebody else\'s"',
    "other CNAME elsewhere.example.net.",
    '_other TXT "Proof"',
    '_utf8 TXT "gr\\195\\188n"',
    "proxied A 192.0.2.7",
    "proxied AAAA 2001:db8::7",
    "_alias CNAME right",
    "_alias-to-text CNAME _other",
    "relative CNAME edge.example.net",
    '_x.twice.example.test TXT "proof"',
    "login.sub.example.test.sub CNAME edge.example.net.",
    'wrong-type TXT "edge.example.net"',
    "dangling CNAME gone.example.test.",
  ];
  const cname = (name: string): DnsRecord => ({ name, type: "CNAME", value: "edge.example.net" });
  const txt = (name: string): DnsRecord => ({ name, type: "TXT", value: "proof" });

  async function one(record: DnsRecord) {
    const [diagnosis] = await diagnose([record], { servers: [bind.address], signal, timeoutMs: 5000 });
    if (!diagnosis) throw new Error("no diagnosis");
    return diagnosis;
  }

  test.each([
    [
      "a target in another case and with a dot at the end is correct",
      cname("RIGHT.example.test."),
      { kind: "correct" },
    ],
    [
      "the strings of a TXT are joined, and other TXT records at the name do not matter",
      txt("_right.example.test"),
      { kind: "correct" },
    ],
    [
      "a TXT at the target of a CNAME counts",
      { ...txt("_alias-to-text.example.test"), value: "Proof" },
      { kind: "correct" },
    ],
    ["another target is another value", cname("other.example.test"), { kind: "other-value" }],
    ["a TXT in another case is another value", txt("_other.example.test"), { kind: "other-value" }],
    ["a name that does not exist is missing", cname("nothing.example.test"), { kind: "missing" }],
    ["a record of another type is missing", cname("wrong-type.example.test"), { kind: "missing" }],
    [
      "a target that does not exist is correct",
      { ...cname("dangling.example.test"), value: "gone.example.test" },
      { kind: "correct" },
    ],
    [
      "addresses instead of a CNAME are hidden",
      cname("proxied.example.test"),
      { kind: "hidden", addresses: ["192.0.2.7", "2001:db8::7"] },
    ],
    [
      "a CNAME instead of a TXT is an alias, with the end of the CNAMEs as its target",
      txt("_alias.example.test"),
      { kind: "alias", target: "edge.example.net" },
    ],
    [
      "a target with the zone's name appended is relative",
      cname("relative.example.test"),
      { kind: "relative-target", target: "edge.example.net.example.test" },
    ],
    [
      "a name with the zone's name appended is doubled",
      txt("_x.twice.example.test"),
      { kind: "doubled", name: "_x.twice.example.test.example.test" },
    ],
    [
      "a name with the name of a parent appended is doubled",
      cname("login.sub.example.test"),
      { kind: "doubled", name: "login.sub.example.test.sub.example.test" },
    ],
  ])("%s", async (_, record, meaning) => {
    expect((await one(record)).meaning).toEqual(meaning);
  });

  test("the zone's name server is asked at the port that the resolver setting gives for its address", async () => {
    const { seen, zone } = await one(cname("other.example.test"));
    expect(seen?.from).toEqual({ name: "ns.example.test", server: bind.address });
    expect(seen?.answer).toEqual({ kind: "values", values: ["elsewhere.example.net"] });
    expect(zone?.name).toBe("example.test");
  });

  test("a record at the zone's own name is found", async () => {
    await bind.add('example.test. 60 TXT "proof"');
    const { meaning, zone } = await one(txt("example.test"));
    expect(meaning).toEqual({ kind: "correct" });
    expect(zone?.name).toBe("example.test");
  });

  test("an update is seen at once", async () => {
    expect((await one(txt("_late.example.test"))).meaning).toEqual({ kind: "missing" });
    await bind.add('_late.example.test. 60 TXT "proof"');
    expect((await one(txt("_late.example.test"))).meaning).toEqual({ kind: "correct" });
    await bind.remove("_late.example.test. TXT");
    expect((await one(txt("_late.example.test"))).meaning).toEqual({ kind: "missing" });
  });

  test("a server that refuses the zone is failing, and listed as failed", async () => {
    const { meaning, failed } = await one(cname("login.example.org"));
    expect(meaning).toEqual({ kind: "failing" });
    expect(failed).toEqual([{ from: { server: bind.address }, code: "REFUSED" }]);
  });

  test.each([
    ["a label of 70 characters", `${"a".repeat(70)}.example.test`],
    ["300 characters", `${"abcde.".repeat(48)}example.test`],
    ["an empty label", "a..example.test"],
    ["a space", "a b.example.test"],
  ])("a name with %s is impossible, not unanswered", async (_, name) => {
    const { meaning, silent } = await one(txt(name));
    expect(meaning).toEqual({ kind: "impossible-name" });
    expect(silent).toEqual([]);
  });

  test("a resolver with a zone index is silent, and another resolver is used", async () => {
    const servers = ["[fe80::1%lo]:9", bind.address];
    const [diagnosis] = await diagnose([cname("right.example.test")], { servers, signal, timeoutMs: 5000 });
    expect(diagnosis?.meaning).toEqual({ kind: "correct" });
    expect(diagnosis?.silent.map(({ from }) => from.server)).toEqual(["[fe80::1%lo]:9"]);
  });

  test("the diagnoses have the order of the records", async () => {
    const names = ["right", "other", "proxied"].map((label) => cname(`${label}.example.test`));
    const diagnoses = await diagnose(names, { servers: [bind.address], signal, timeoutMs: 5000 });
    expect(diagnoses.map(({ record }) => record)).toEqual(names);
  });
});
