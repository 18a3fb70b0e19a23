import { promises as dns } from "node:dns";

/** Record types that a diagnosis asks for. */
export type QuestionType = "A" | "AAAA" | "CNAME" | "NS" | "TXT";

/** One question to one server. */
export interface DnsQuestion {
  /** Address as `parseDnsServers` returns it. */
  readonly server: string;
  readonly name: string;
  readonly type: QuestionType;
}

/** Limits of DNS lookups. */
export interface DnsLimits {
  /** Ends all lookups when it is aborted. */
  readonly signal: AbortSignal;
  /** Longest wait for one answer of one server, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Result of one question. `failed`: the server answered with an error, such as REFUSED. `silent`: no answer came.
 * `unaskable`: DNS cannot hold the name, so that no question was sent.
 */
export type DnsAnswer =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "none"; readonly nameExists: boolean }
  | { readonly kind: "failed"; readonly code: string }
  | { readonly kind: "silent"; readonly reason: string }
  | { readonly kind: "unaskable" };

/** Asks one server, without a cache. The strings of a TXT record are joined. Never throws. */
export async function ask(question: DnsQuestion, limits: DnsLimits): Promise<DnsAnswer> {
  const end = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]);
  if (end.aborted) return { kind: "silent", reason: "cancelled" };
  // UDP may lose a packet, so try twice. c-ares prolongs its timeouts, so the signal ends the second try.
  const resolver = new dns.Resolver({ timeout: Math.ceil(limits.timeoutMs / 2), tries: 2 });
  const cancel = () => resolver.cancel();
  end.addEventListener("abort", cancel, { once: true });
  try {
    resolver.setServers([question.server]);
    return { kind: "values", values: await resolve(resolver, question) };
  } catch (error) {
    return fromError(error, limits);
  } finally {
    end.removeEventListener("abort", cancel);
  }
}

async function resolve(resolver: dns.Resolver, { name, type }: DnsQuestion): Promise<string[]> {
  if (type === "TXT") return (await resolver.resolveTxt(name)).map(decode);
  if (type === "CNAME") return resolver.resolveCname(name);
  if (type === "NS") return resolver.resolveNs(name);
  return type === "A" ? resolver.resolve4(name) : resolver.resolve6(name);
}

/** c-ares decodes bytes as Latin-1; records hold UTF-8. */
function decode(strings: string[]): string {
  return Buffer.from(strings.join(""), "latin1").toString();
}

const serverErrors = new Set(["EBADRESP", "EFORMERR", "ENOTIMP", "EREFUSED", "ESERVFAIL"]);

function fromError(error: unknown, { signal, timeoutMs }: DnsLimits): DnsAnswer {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  if (code === "ENOTFOUND") return { kind: "none", nameExists: false };
  if (code === "ENODATA") return { kind: "none", nameExists: true };
  if (code === "EBADNAME") return { kind: "unaskable" };
  if (serverErrors.has(code)) return { kind: "failed", code: code.slice(1) };
  if (signal.aborted) return { kind: "silent", reason: "cancelled" };
  if (code === "ETIMEOUT" || code === "ECANCELLED")
    return { kind: "silent", reason: `no answer within ${timeoutMs} ms` };
  return { kind: "silent", reason: code };
}
