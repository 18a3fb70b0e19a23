import { expect, test } from "vitest";
import type { CustomDomain, NewDomain } from "./custom-domain.ts";
import { type NameServer, nameServer } from "./dns-for-test.ts";
import type { Service } from "./service.ts";
import { type CallResult, call, serviceForTest } from "./service-for-test.ts";

const domainName = "login.example.com";

interface Scene {
  service: Service;
  dns: NameServer;
  domain: CustomDomain;
  verify(): Promise<CallResult>;
}

async function scene(type: NewDomain["type"], options = {}): Promise<Scene> {
  const dns = await nameServer();
  const service = await serviceForTest({ dnsServers: [dns.address], ...options });
  const domain = service.tenant.addDomain({ domain: domainName, type });
  return {
    service,
    dns,
    domain,
    verify: () => call(service, "POST", `/custom-domains/${domain.custom_domain_id}/verify`),
  };
}

const recordOf = ({ verification }: CustomDomain): string => verification.methods[0]?.record ?? "";
const txt = (...data: string[]) => ({ name: `_idm-challenge.${domainName}`, type: "TXT" as const, data });
const cname = (data: string) => ({ name: domainName, type: "CNAME" as const, data });

test("without a record the domain stays pending", async () => {
  const { verify } = await scene("self_managed_certs");
  const { status, json } = await verify();
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: "pending_verification", verification: { status: "pending" } });
});

test("a record of another type does not count", async () => {
  const { dns, verify } = await scene("self_managed_certs");
  dns.records = [{ name: `_idm-challenge.${domainName}`, type: "CNAME", data: "elsewhere.example" }];
  expect((await verify()).json.status).toBe("pending_verification");
});

test("the TXT record makes a self-managed domain ready, without a certificate", async () => {
  const { dns, domain, verify } = await scene("self_managed_certs");
  dns.records = [txt("v=spf1"), txt(recordOf(domain).slice(0, 9), recordOf(domain).slice(9))];
  const { json } = await verify();
  expect(json).toMatchObject({ status: "ready", verification: { status: "verified" } });
  expect(Date.parse(json.verification.last_verified_at)).not.toBeNaN();
  expect(json).not.toHaveProperty("certificate");
});

test("the CNAME record makes a service-managed domain ready with a certificate", async () => {
  const { dns, domain, verify } = await scene("service_managed_certs");
  dns.records = [cname(`${recordOf(domain).toUpperCase()}.`.replace(/\.$/, ""))];
  expect((await verify()).json).toMatchObject({
    status: "ready",
    certificate: {
      status: "provisioned",
      certificate_authority: "letsencrypt",
      renews_before: expect.any(String),
    },
  });
});

test.each([
  ["self_managed_certs", txt("idm-verification=wrong"), "idm-verification=wrong"],
  ["service_managed_certs", cname("wrong.example"), "wrong.example"],
] as const)(
  "a wrong value makes a domain of type %s failed, and the right one ready",
  async (type, record, wrong) => {
    const { dns, domain, verify } = await scene(type);
    dns.records = [record];
    const { json } = await verify();
    expect(json).toMatchObject({ status: "failed", verification: { status: "failed" } });
    expect(json.verification.error_msg).toContain(wrong);
    expect(json.verification.error_msg).toContain(recordOf(domain));
    dns.records = [type === "self_managed_certs" ? txt(recordOf(domain)) : cname(recordOf(domain))];
    const { json: corrected } = await verify();
    expect(corrected.status).toBe("ready");
    expect(corrected.verification).not.toHaveProperty("error_msg");
  },
);

test("verifying a ready domain is a 400", async () => {
  const { dns, domain, verify } = await scene("self_managed_certs");
  dns.records = [txt(recordOf(domain))];
  await verify();
  expect((await verify()).status).toBe(400);
});

test("without DNS servers the domain stays pending", async () => {
  const { verify } = await scene("self_managed_certs", { dnsServers: [] });
  expect((await verify()).json.status).toBe("pending_verification");
});

test.each([
  [true, "pending_verification"],
  [false, "ready"],
])("with recheckOnRead %s, a domain whose record was removed is %s", async (recheckOnRead, status) => {
  const { service, dns, domain, verify } = await scene("service_managed_certs", { recheckOnRead });
  const read = () => call(service, "GET", `/custom-domains/${domain.custom_domain_id}`);
  dns.records = [cname(recordOf(domain))];
  await verify();
  expect((await read()).json.status).toBe("ready");
  dns.records = [];
  expect((await read()).json.status).toBe(status);
});

test("verifying an unknown domain is a 404", async () => {
  const service = await serviceForTest();
  expect((await call(service, "POST", "/custom-domains/cd_unknown/verify")).status).toBe(404);
});
