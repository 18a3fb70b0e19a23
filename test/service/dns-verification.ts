// docs/service.md, "Verification and certificate": what the DNS says decides the status of a domain.
import { Resolver } from "node:dns/promises";
import type { CustomDomain, VerificationMethod } from "./custom-domain.ts";

/** The values of one record type at one name; empty when there are none or no DNS server answers. */
export type DnsLookUp = (type: "cname" | "txt", name: string) => Promise<string[]>;

/** Asks these DNS servers, each `ip:port`; without servers no record is ever found. */
export function dnsLookUp(servers: readonly string[] = []): DnsLookUp {
  if (servers.length === 0) return async () => [];
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  resolver.setServers([...servers]);
  return async (type, name) => {
    try {
      if (type === "cname") return await resolver.resolveCname(name);
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(""));
    } catch {
      return [];
    }
  };
}

/** Looks up the domain's record. The right value makes the domain ready, another one failed, none pending. */
export async function verify(domain: CustomDomain, lookUp: DnsLookUp): Promise<void> {
  const [method] = domain.verification.methods;
  if (method === undefined) return;
  const found = await lookUp(method.name, recordName(domain, method));
  if (found.some((value) => isExpected(method, value))) return markReady(domain);
  if (found.length > 0) return markFailed(domain, method, found);
  markPending(domain);
}

/** Looks up the record of a ready domain again. Without the record the domain is pending again. */
export async function recheck(domain: CustomDomain, lookUp: DnsLookUp): Promise<void> {
  const [method] = domain.verification.methods;
  if (method === undefined || domain.status !== "ready") return;
  const found = await lookUp(method.name, recordName(domain, method));
  if (!found.some((value) => isExpected(method, value))) markPending(domain);
}

const recordName = ({ domain }: CustomDomain, method: VerificationMethod): string => method.domain ?? domain;

function isExpected({ name, record }: VerificationMethod, value: string): boolean {
  if (name === "txt") return value === record;
  return value.replace(/\.$/, "").toLowerCase() === record.toLowerCase();
}

const certificateLifetimeMs = 90 * 24 * 60 * 60 * 1000;

function markReady(domain: CustomDomain): void {
  const { methods } = domain.verification;
  domain.status = "ready";
  domain.verification = { methods, status: "verified", last_verified_at: new Date().toISOString() };
  if (domain.type === "self_managed_certs") return;
  domain.certificate = {
    status: "provisioned",
    certificate_authority: "letsencrypt",
    renews_before: new Date(Date.now() + certificateLifetimeMs).toISOString(),
  };
}

function markFailed(domain: CustomDomain, method: VerificationMethod, found: string[]): void {
  const { methods } = domain.verification;
  const record = `${method.name.toUpperCase()} record of ${recordName(domain, method)}`;
  const values = found.map((value) => `"${value}"`).join(", ");
  domain.status = "failed";
  domain.verification = {
    methods,
    status: "failed",
    error_msg: `${record}: expected "${method.record}", found ${values}.`,
  };
}

function markPending(domain: CustomDomain): void {
  const { methods, last_verified_at } = domain.verification;
  domain.status = "pending_verification";
  domain.verification = { methods, status: "pending", ...(last_verified_at && { last_verified_at }) };
  delete domain.certificate;
}
