import { afterEach, expect, test } from "vitest";
import { type Declared, type Outcome, runUnderMocks } from "./declared.ts";
import { type Prepared, prepare } from "./prepare.ts";

// The first run on a machine downloads the SDKs of the cloud providers.
const timeout = 300_000;
const domain = "login.example.com";
const prepared: Prepared[] = [];

afterEach(async () => {
  await Promise.all(prepared.splice(0).map(({ remove }) => remove()));
});

async function declaredBy(example: string, config: Record<string, string>): Promise<Outcome> {
  const program = await prepare(example);
  prepared.push(program);
  return runUnderMocks(program.folder, { domain, ...config });
}

function find({ declared }: Outcome, type: string): Declared {
  const found = declared.filter((each) => each.type === type);
  expect(found, `resources of type ${type}`).toHaveLength(1);
  return found[0] as Declared;
}

/** The domain is asked for, and its verification waits for the record that `fqdn` is an output of. */
function expectChain(outcome: Outcome, fqdn: string) {
  expect(find(outcome, "pulumi-nodejs:dynamic/idm:CustomDomain").inputs).toMatchObject({ domain });
  expect(find(outcome, "pulumi-nodejs:dynamic/idm:CustomDomainVerification").inputs).toMatchObject({
    customDomainId: "cd_1",
    recordFqdns: [fqdn],
  });
  expect(outcome.exported).toEqual({ domain, status: "ready" });
}

test("the cloudflare example gives the record to a DnsRecord", { timeout }, async () => {
  const outcome = await declaredBy("cloudflare", { zoneId: "zone-1" });
  expect(find(outcome, "cloudflare:index/dnsRecord:DnsRecord").inputs).toEqual({
    zoneId: "zone-1",
    name: "_proof.login.example.com",
    type: "TXT",
    content: "proof of login",
    ttl: 60,
    proxied: false,
  });
  expectChain(outcome, "_proof.login.example.com");
});

test("the route53 example gives the record to a Record", { timeout }, async () => {
  const outcome = await declaredBy("route53", { zoneId: "zone-1" });
  expect(find(outcome, "aws:route53/record:Record").inputs).toEqual({
    zoneId: "zone-1",
    name: "_proof.login.example.com",
    type: "TXT",
    records: ["proof of login"],
    ttl: 60,
  });
  expectChain(outcome, "fqdn-of-route53");
});

test("the rfc2136 example gives the record to its own DnsRecord", { timeout }, async () => {
  const config = { zone: "example.com", server: "192.0.2.53:5353", tsigKey: "hmac-sha256:updates:c2VjcmV0" };
  const outcome = await declaredBy("rfc2136", config);
  expect(find(outcome, "pulumi-nodejs:dynamic/rfc2136:DnsRecord").inputs).toMatchObject({
    server: "192.0.2.53:5353",
    zone: "example.com",
    // Wrapped, for it went in as a secret.
    tsigKey: { value: config.tsigKey },
    name: "_proof.login.example.com",
    type: "TXT",
    value: "proof of login",
    ttl: 60,
  });
  expectChain(outcome, "_proof.login.example.com");
});
