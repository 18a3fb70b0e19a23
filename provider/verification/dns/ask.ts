import { promises as dns } from "node:dns";

/** Record types that a diagnosis asks for. */
export type QuestionType = "A" | "AAAA" | "CNAME" | "NS" | "TXT";

/** One question to one server; `server` as in `parseDnsServers`. */
export type Question = { server: string; name: string; type: QuestionType };

/** How long a single server gets for a single answer, and what ends all questions at once. */
export type Limits = { signal: AbortSignal; timeoutMs: number };

/** What came back. `failed` is a server that answered with an error (REFUSED, SERVFAIL, …), `silent` one that gave no answer at all. */
export type Answer =
  | { kind: "values"; values: string[] }
  | { kind: "none"; nameExists: boolean }
  | { kind: "failed"; code: string }
  | { kind: "silent"; reason: string };

/** Asks without a cache of our own; a TXT comes with its chunks joined. Never throws. */
export async function ask(question: Question, limits: Limits): Promise<Answer> {
  const end = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]);
  if (end.aborted) return { kind: "silent", reason: "cancelled" };
  // Two tries, for UDP may lose one; the signal ends the second, for c-ares stretches its time-outs as it sees fit.
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

async function resolve(resolver: dns.Resolver, { name, type }: Question): Promise<string[]> {
  if (type === "TXT") return (await resolver.resolveTxt(name)).map(decode);
  if (type === "CNAME") return resolver.resolveCname(name);
  if (type === "NS") return resolver.resolveNs(name);
  return type === "A" ? resolver.resolve4(name) : resolver.resolve6(name);
}

/** c-ares hands bytes on as Latin-1; texts are written as UTF-8. */
function decode(chunks: string[]): string {
  return Buffer.from(chunks.join(""), "latin1").toString();
}

const serverErrors = new Set(["EBADRESP", "EFORMERR", "ENOTIMP", "EREFUSED", "ESERVFAIL"]);

function fromError(error: unknown, { signal, timeoutMs }: Limits): Answer {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  if (code === "ENOTFOUND") return { kind: "none", nameExists: false };
  if (code === "ENODATA") return { kind: "none", nameExists: true };
  if (serverErrors.has(code)) return { kind: "failed", code: code.slice(1) };
  if (signal.aborted) return { kind: "silent", reason: "cancelled" };
  if (code === "ETIMEOUT" || code === "ECANCELLED")
    return { kind: "silent", reason: `no answer within ${timeoutMs} ms` };
  return { kind: "silent", reason: code };
}
