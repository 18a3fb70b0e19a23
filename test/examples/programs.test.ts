import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { type DeclaredResource, type ExampleRun, runUnderMocks } from "./declared.ts";
import { type PreparedExample, prepare } from "./prepare.ts";

// The first run on a machine downloads the SDKs of the cloud providers.
const timeout = 300_000;
const domain = "login.example.com";
const prepared: PreparedExample[] = [];

afterEach(async () => {
  await Promise.all(prepared.splice(0).map(({ remove }) => remove()));
});

async function declaredBy(example: string, config: Record<string, string>): Promise<ExampleRun> {
  const program = await prepare(example);
  prepared.push(program);
  return runUnderMocks(program.folder, { domain, ...config });
}

function find({ declared }: ExampleRun, type: string): DeclaredResource {
  const found = declared.filter((each) => each.type === type);
  expect(found, `resources of type ${type}`).toHaveLength(1);
  return found[0] as DeclaredResource;
}

/** The program declares the domain, and a verification that waits for the record with the output `fqdn`. */
function expectChain(run: ExampleRun, fqdn: string) {
  expect(find(run, "pulumi-nodejs:dynamic/idm:CustomDomain").inputs).toMatchObject({ domain });
  expect(find(run, "pulumi-nodejs:dynamic/idm:CustomDomainVerification").inputs).toMatchObject({
    customDomainId: "cd_1",
    recordFqdns: [fqdn],
  });
  expect(run.exported).toEqual({ domain, status: "ready" });
}

test("the cloudflare example creates the record with a DnsRecord", { timeout }, async () => {
  const run = await declaredBy("cloudflare", { zoneId: "zone-1" });
  expect(find(run, "cloudflare:index/dnsRecord:DnsRecord").inputs).toEqual({
    zoneId: "zone-1",
    name: "_proof.login.example.com",
    type: "TXT",
    content: "proof of login",
    ttl: 60,
    proxied: false,
  });
  expectChain(run, "_proof.login.example.com");
});

test("the route53 example creates the record with a Record", { timeout }, async () => {
  const run = await declaredBy("route53", { zoneId: "zone-1" });
  expect(find(run, "aws:route53/record:Record").inputs).toEqual({
    zoneId: "zone-1",
    name: "_proof.login.example.com",
    type: "TXT",
    records: ["proof of login"],
    ttl: 60,
  });
  expectChain(run, "fqdn-of-route53");
});

test("the rfc2136 example creates the record with its own DnsRecord", { timeout }, async () => {
  const config = { zone: "example.com", server: "192.0.2.53:5353", tsigKey: "hmac-sha256:updates:c2VjcmV0" };
  const run = await declaredBy("rfc2136", config);
  expect(find(run, "pulumi-nodejs:dynamic/rfc2136:DnsRecord").inputs).toMatchObject({
    server: "192.0.2.53:5353",
    zone: "example.com",
    // Wrapped, because it is a secret.
    tsigKey: { value: config.tsigKey },
    name: "_proof.login.example.com",
    type: "TXT",
    value: "proof of login",
    ttl: 60,
  });
  expectChain(run, "_proof.login.example.com");
});

test("the quickstart compiles when its four files are copied as its README says", { timeout }, async () => {
  const page = readFileSync(join(checkout, "examples/quickstart/README.md"), "utf8");
  const [, copied = ""] = /^Copy (.*?) into a folder/ms.exec(page) ?? [];
  const files = [...copied.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
  expect(files).toHaveLength(4);
  const program = await prepare("quickstart", { files });
  prepared.push(program);
  expect(readdirSync(program.folder)).toEqual(expect.arrayContaining(files));
});
