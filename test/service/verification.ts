import { Resolver } from "node:dns/promises";
import type { CustomDomain, VerificationMethod } from "./records.ts";

/** Asks the DNS for the values of one type at one name; nothing there, or no answer, is an empty list. */
export type LookUp = (type: "cname" | "txt", name: string) => Promise<string[]>;

/** Asks the resolvers given as `ip:port`; with none nothing is ever found. */
export function dnsLookUp(servers: readonly string[]): LookUp {
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

/** Brings the domain to what its record in the DNS says: ready, failed, or still pending. */
export async function verify(domain: CustomDomain, lookUp: LookUp): Promise<void> {
  const [method] = domain.verification.methods;
  if (method === undefined) return;
  const found = await lookUp(method.name, recordName(domain, method));
  if (found.some((value) => sameValue(method, value))) return markReady(domain);
  if (found.length > 0) return markFailed(domain, method, found);
  markPending(domain);
}

/** A ready domain whose record has vanished is pending again. */
export async function recheck(domain: CustomDomain, lookUp: LookUp): Promise<void> {
  const [method] = domain.verification.methods;
  if (method === undefined || domain.status !== "ready") return;
  const found = await lookUp(method.name, recordName(domain, method));
  if (!found.some((value) => sameValue(method, value))) markPending(domain);
}

const recordName = ({ domain }: CustomDomain, method: VerificationMethod): string => method.domain ?? domain;

function sameValue({ name, record }: VerificationMethod, value: string): boolean {
  if (name === "txt") return value === record;
  return value.replace(/\.$/, "").toLowerCase() === record.toLowerCase();
}

const NINETY_DAYS_MS = 90 * 24 * 60 * 60 * 1000;

function markReady(domain: CustomDomain): void {
  const { methods } = domain.verification;
  domain.status = "ready";
  domain.verification = { methods, status: "verified", last_verified_at: new Date().toISOString() };
  if (domain.type === "self_managed_certs") return;
  domain.certificate = {
    status: "provisioned",
    certificate_authority: "letsencrypt",
    renews_before: new Date(Date.now() + NINETY_DAYS_MS).toISOString(),
  };
}

function markFailed(domain: CustomDomain, method: VerificationMethod, found: string[]): void {
  const { methods } = domain.verification;
  const type = method.name.toUpperCase();
  const place = recordName(domain, method);
  domain.status = "failed";
  domain.verification = {
    methods,
    status: "failed",
    error_msg: `${type} record of ${place}: expected "${method.record}", found ${found.map((value) => `"${value}"`).join(", ")}.`,
  };
}

function markPending(domain: CustomDomain): void {
  const { methods, last_verified_at } = domain.verification;
  domain.status = "pending_verification";
  domain.verification = { methods, status: "pending", ...(last_verified_at && { last_verified_at }) };
  delete domain.certificate;
}
