import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bind, startBind } from "../verification/dns/bind.ts";
import { bindAvailable } from "../verification/dns/install-bind.ts";
import { type PreparedExample, prepare } from "./prepare.ts";

type RecordValue = { name: string; type: "CNAME" | "TXT"; value: string; ttl: number };
type UpdateTarget = { server: string; zone: string; tsigKey?: string };
type DnsUpdate = {
  sendUpdate(
    target: UpdateTarget,
    changes: ({ add: RecordValue } | { remove: RecordValue })[],
  ): Promise<void>;
  lookUp(target: UpdateTarget, record: RecordValue): Promise<string[]>;
};

const key = { name: "updates", secret: Buffer.from("invented for this test").toString("base64") };

describe.skipIf(!bindAvailable())("the updates of the rfc2136 example at a real BIND", () => {
  let program: PreparedExample;
  let open: Bind;
  let signedOnly: Bind;
  let dns: DnsUpdate;

  beforeAll(async () => {
    program = await prepare("rfc2136");
    dns = createRequire(join(program.folder, "index.js"))("./bin/dns-update.js");
    open = await startBind({ zones: [{ name: "example.test" }] });
    signedOnly = await startBind({ zones: [{ name: "example.test" }], updateKey: key });
  }, 300_000);
  afterAll(async () => {
    await Promise.all([open?.stop(), signedOnly?.stop(), program?.remove()]);
  });

  const target = () => ({ server: open.address, zone: "example.test" });
  const txt = (name: string, value: string): RecordValue => ({
    name: `${name}.example.test`,
    type: "TXT",
    value,
    ttl: 60,
  });

  test("a CNAME can be added and removed", async () => {
    const record: RecordValue = {
      name: "login.example.test",
      type: "CNAME",
      value: "edge.example.net",
      ttl: 60,
    };
    await dns.sendUpdate(target(), [{ add: record }]);
    expect(await open.dump("example.test")).toContain("login.example.test. 60 IN CNAME edge.example.net.");
    expect(await dns.lookUp(target(), record)).toEqual(["edge.example.net"]);
    await dns.sendUpdate(target(), [{ remove: record }]);
    expect(await dns.lookUp(target(), record)).toEqual([]);
  });

  test.each([
    ["quotes and backslashes", 'say "hi" \\ bye; really'],
    ["more than 255 bytes", "x".repeat(700)],
    ["non-ASCII characters and line breaks", "grün\nupdate delete example.test."],
    ["no characters", ""],
  ])("a TXT value with %s arrives unchanged", async (_, value) => {
    await dns.sendUpdate(target(), [{ add: txt("_text", value) }]);
    expect(await dns.lookUp(target(), txt("_text", value))).toEqual([value]);
    await dns.sendUpdate(target(), [{ remove: txt("_text", value) }]);
    expect(await dns.lookUp(target(), txt("_text", value))).toEqual([]);
  });

  test("a change removes one value and leaves the others", async () => {
    await dns.sendUpdate(target(), [{ add: txt("_shared", "theirs") }, { add: txt("_shared", "old") }]);
    await dns.sendUpdate(target(), [{ remove: txt("_shared", "old") }, { add: txt("_shared", "new") }]);
    expect((await dns.lookUp(target(), txt("_shared", "new"))).toSorted()).toEqual(["new", "theirs"]);
  });

  test("a server that requires signed updates accepts only those with the key", async () => {
    const signed = {
      server: signedOnly.address,
      zone: "example.test",
      tsigKey: `hmac-sha256:${key.name}:${key.secret}`,
    };
    const unsigned = { server: signedOnly.address, zone: "example.test" };
    await expect(dns.sendUpdate(unsigned, [{ add: txt("_signed", "proof") }])).rejects.toThrow("REFUSED");
    await dns.sendUpdate(signed, [{ add: txt("_signed", "proof") }]);
    expect(await dns.lookUp(signed, txt("_signed", "proof"))).toEqual(["proof"]);
  });

  test("the error of a refused update does not contain the key", async () => {
    const secret = Buffer.from("another key").toString("base64");
    const wrong = {
      server: signedOnly.address,
      zone: "example.test",
      tsigKey: `hmac-sha256:${key.name}:${secret}`,
    };
    const failure = await dns.sendUpdate(wrong, [{ add: txt("_wrong", "proof") }]).then(String, String);
    expect(failure).toMatch(/nsupdate failed: .*(BADSIG|NOTAUTH)/s);
    expect(failure).not.toContain(secret);
  });

  test.each(["login example.test", "login.example.test\nsend", "", 'a".example.test'])(
    "the name %j is refused",
    async (name) => {
      const record: RecordValue = { name, type: "CNAME", value: "edge.example.net", ttl: 60 };
      await expect(dns.sendUpdate(target(), [{ add: record }])).rejects.toThrow("is no domain name");
    },
  );

  test.each(["ns.example.test", "127.0.0.1 5353", "127.0.0.1:53\nsend"])(
    "the server %j is refused",
    async (server) => {
      await expect(dns.sendUpdate({ ...target(), server }, [])).rejects.toThrow("is no server");
    },
  );

  test("the error for a malformed key does not contain it", async () => {
    const refused = dns.sendUpdate({ ...target(), tsigKey: "updates c2VjcmV0" }, []);
    await expect(refused).rejects.toThrow("tsigKey must read algorithm:name:secret, the secret in base64");
  });
});
