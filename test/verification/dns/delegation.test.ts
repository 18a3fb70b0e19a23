import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose } from "../../../provider/verification/dns/diagnose.ts";
import type { DnsRecord } from "../../../provider/verification/dns/names.ts";
import { type Bind, startBind } from "./bind.ts";
import type { BindZone } from "./bind-files.ts";
import { type FakeServer, startRelay, startSilentServer } from "./fake-servers.ts";
import { bindAvailable } from "./install-bind.ts";

const signal = new AbortController().signal;

/** Delegations in the zone `test`. 127.0.0.3 and 127.0.0.4 are name servers. 127.0.0.5 never answers. */
const delegations = [
  "good NS ns.good",
  "ns.good A 127.0.0.3",
  "lame NS ns.lame",
  "ns.lame A 127.0.0.4",
  "half NS ns1.half",
  "half NS ns2.half",
  "ns1.half A 127.0.0.3",
  "ns2.half A 127.0.0.4",
  "copied NS ns1.copied",
  "copied NS ns2.copied",
  "ns1.copied A 127.0.0.3",
  "ns2.copied A 127.0.0.4",
  "target NS ns.target",
  "ns.target A 127.0.0.4",
  "mute NS ns1.mute",
  "mute NS ns2.mute",
  "ns1.mute A 127.0.0.3",
  "ns2.mute A 127.0.0.5",
];
const login = "login CNAME edge.example.net.";
/** Proofs that CNAMEs lead out of the zone `good.test`. */
const delegatedProofs = [
  login,
  "_right CNAME _right.target.test.",
  "_twice CNAME _twice.target.test.",
  "_wrong CNAME _wrong.target.test.",
  "_nothing CNAME _nothing.target.test.",
  "_circle CNAME _circle.target.test.",
  '_end TXT "proof"',
];
const targets = [
  '_right TXT "proof"',
  "_twice CNAME _end.good.test.",
  '_wrong TXT "another"',
  "_circle CNAME _circle.good.test.",
];
const both = (second: string) => ["@ NS ns1", "@ NS ns2", "ns1 A 127.0.0.3", `ns2 A ${second}`, login];

/** A resolver at 127.0.0.1, a root server with the zone `test`, and two name servers. All use the same port. */
describe.skipIf(!bindAvailable())("diagnose through a resolver over delegated zones", () => {
  const running: { stop(): Promise<void> }[] = [];
  let resolver: Bind;
  let mute: FakeServer;

  async function run<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const started = await starting;
    running.push(started);
    return started;
  }

  /** Starts a BIND that answers at `address`, on the resolver's port. */
  async function serve(address: string, zones: BindZone[]) {
    const { port } = await run(startBind({ zones, nameServer: address }));
    await run(startRelay(address, resolver.port, port));
  }

  beforeAll(async () => {
    resolver = await run(startBind({ zones: [], rootServer: "127.0.0.2" }));
    const copied = both("127.0.0.4");
    await serve("127.0.0.2", [
      { name: ".", records: ["test NS ns.test", "ns.test A 127.0.0.2"] },
      { name: "test", records: delegations },
    ]);
    await serve("127.0.0.3", [
      { name: "good.test", records: delegatedProofs },
      { name: "half.test", records: both("127.0.0.4") },
      { name: "copied.test", records: copied },
      { name: "mute.test", records: both("127.0.0.5") },
    ]);
    await serve("127.0.0.4", [
      { name: "copied.test", records: copied.filter((record) => record !== login) },
      { name: "target.test", records: targets },
    ]);
    mute = await run(startSilentServer("127.0.0.5", resolver.port));
  });
  afterAll(async () => {
    await Promise.all(running.map((each) => each.stop()));
  });

  async function one(name: string, proof?: string) {
    const record: DnsRecord =
      proof === undefined
        ? { name, type: "CNAME", value: "edge.example.net" }
        : { name, type: "TXT", value: proof };
    const options = { servers: [resolver.address], authorityPort: resolver.port, signal, timeoutMs: 4000 };
    const [diagnosis] = await diagnose([record], options);
    if (!diagnosis) throw new Error("no diagnosis");
    return diagnosis;
  }

  test("the zone's own name server is asked", async () => {
    const { meaning, seen, zone } = await one("login.good.test");
    expect(meaning).toEqual({ kind: "correct" });
    expect(seen?.from).toEqual({ name: "ns.good.test", server: `127.0.0.3:${resolver.port}` });
    expect(zone).toMatchObject({ name: "good.test", delegatedTo: ["ns.good.test"] });
  });

  test("the diagnosis of a missing record has the servers that the zone is delegated to", async () => {
    const { meaning, zone } = await one("other.good.test");
    expect(meaning).toEqual({ kind: "missing" });
    expect(zone?.delegatedTo).toEqual(["ns.good.test"]);
  });

  test("an unregistered domain is missing, and its zone is the one above", async () => {
    const { meaning, zone } = await one("login.nobody.test");
    expect(meaning).toEqual({ kind: "missing" });
    expect(zone?.name).toBe("test");
  });

  test("a zone whose only server does not hold it is failing, and broken is its name", async () => {
    const { meaning, zone } = await one("login.lame.test");
    expect(meaning).toEqual({ kind: "failing" });
    expect(zone).toMatchObject({ name: "test", broken: "lame.test" });
  });

  test("a name server that does not hold the zone is listed, when another does", async () => {
    const { meaning, failed } = await one("login.half.test");
    const without = { name: "ns2.half.test", server: `127.0.0.4:${resolver.port}` };
    expect(meaning).toEqual({ kind: "uneven", without: [without] });
    expect(failed).toEqual([{ from: without, code: "REFUSED" }]);
  });

  test("a name server with an older copy of the zone is listed", async () => {
    const { meaning } = await one("login.copied.test");
    const without = { name: "ns2.copied.test", server: `127.0.0.4:${resolver.port}` };
    expect(meaning).toEqual({ kind: "uneven", without: [without] });
  });

  test("a name server that does not answer is listed as silent, and the answer of the other counts", async () => {
    const { meaning, seen, silent } = await one("login.mute.test");
    expect(meaning).toEqual({ kind: "correct" });
    expect(seen?.from.name).toBe("ns1.mute.test");
    expect(silent).toEqual([
      { from: { name: "ns2.mute.test", server: mute.address }, reason: "no answer within 4000 ms" },
    ]);
  });

  test("a resolver with an older answer than the name server is stale", async () => {
    const records = ["@ NS ns", "ns A 127.0.0.3", "login CNAME former.example.net."];
    const behind = await run(startBind({ zones: [{ name: "good.test", records }] }));
    const record: DnsRecord = { name: "login.good.test", type: "CNAME", value: "edge.example.net" };
    const options = { servers: [behind.address], authorityPort: resolver.port, signal, timeoutMs: 4000 };
    const [diagnosis] = await diagnose([record], options);
    expect(diagnosis?.meaning).toMatchObject({
      kind: "stale",
      resolver: { from: { server: behind.address } },
    });
    expect(diagnosis?.seen?.from.server).toBe(`127.0.0.3:${resolver.port}`);
  });

  test("a TXT behind a CNAME to another zone is correct, as the name server of that zone says", async () => {
    const { record, meaning, aliases, seen, zone } = await one("_right.good.test", "proof");
    expect(meaning).toEqual({ kind: "correct" });
    expect(record.name).toBe("_right.good.test");
    expect(aliases).toEqual(["_right.target.test"]);
    expect(seen?.from).toEqual({ name: "ns.target.test", server: `127.0.0.4:${resolver.port}` });
    expect(zone?.name).toBe("target.test");
  });

  test("a TXT behind two CNAMEs is found", async () => {
    const { meaning, aliases } = await one("_twice.good.test", "proof");
    expect(meaning).toEqual({ kind: "correct" });
    expect(aliases).toEqual(["_twice.target.test", "_end.good.test"]);
  });

  test("another TXT behind a CNAME to another zone is another value", async () => {
    const { meaning, seen } = await one("_wrong.good.test", "proof");
    expect(meaning).toEqual({ kind: "other-value" });
    expect(seen?.answer).toEqual({ kind: "values", values: ["another"] });
  });

  test("a CNAME to a name without the TXT is an alias, as the name server of the other zone says", async () => {
    const { meaning, seen } = await one("_nothing.good.test", "proof");
    expect(meaning).toEqual({ kind: "alias", target: "_nothing.target.test" });
    expect(seen?.from.name).toBe("ns.target.test");
  });

  test("CNAMEs that lead in a circle are followed once", async () => {
    const { meaning, aliases } = await one("_circle.good.test", "proof");
    expect(meaning).toEqual({ kind: "endless-alias", target: "_circle.good.test" });
    expect(aliases).toEqual(["_circle.target.test"]);
  });
});
