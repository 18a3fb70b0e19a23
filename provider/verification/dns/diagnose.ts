import { getServers } from "node:dns";
import { ask, type DnsAnswer, type DnsLimits } from "./ask.ts";
import { type DnsServer, type DnsZone, findZone } from "./authority.ts";
import { interpret, type Meaning, type Reply } from "./meaning.ts";
import { canonicalName, type DnsRecord, problemOfName } from "./names.ts";

/**
 * Options of `diagnose`. A diagnosis asks in at most six rounds, each bounded by `timeoutMs`, and in as many again for
 * each CNAME that it follows.
 */
export interface DiagnoseOptions extends DnsLimits {
  /** Resolvers as `parseDnsServers` returns them. Default, also for an empty list: the system's. */
  readonly servers?: readonly string[];
  /** Port of a zone's name servers that are not among `servers`. Default: 53; only tests set another. */
  readonly authorityPort?: number;
}

/** What DNS says about one expected record. `describeDiagnosis` writes it as text. */
export interface Diagnosis {
  readonly record: DnsRecord;
  readonly meaning: Meaning;
  /** The CNAMEs that lead from the record's name to where DNS looks for it; absent without one. Only for a TXT. */
  readonly aliases?: readonly string[];
  /** The reply that `meaning` is based on, about the last of `aliases`; absent when no server answered. */
  readonly seen?: Reply;
  /** The zone that `seen` is about; absent when no resolver knows it. */
  readonly zone?: DnsZone;
  /** Servers that answered with an error. */
  readonly failed: readonly { readonly from: DnsServer; readonly code: string }[];
  /** Servers that did not answer. */
  readonly silent: readonly { readonly from: DnsServer; readonly reason: string }[];
}

/** Looks up each record at the resolvers and at the zone's name servers. Never throws: a diagnosis has failures. */
export async function diagnose(
  records: readonly DnsRecord[],
  options: DiagnoseOptions,
): Promise<Diagnosis[]> {
  const resolvers = options.servers?.length ? options.servers : getServers();
  return Promise.all(records.map((record) => followAliases(record, resolvers, options)));
}

/** Most CNAMEs to follow. A delegated proof has one, some have two. */
const maxAliases = 4;

/** A TXT may be where a CNAME leads to: often in another zone, whose name servers have to be asked. */
async function followAliases(
  record: DnsRecord,
  resolvers: readonly string[],
  options: DiagnoseOptions,
): Promise<Diagnosis> {
  // Before anything is computed from the name: it has as many parents as labels.
  if (problemOfName(record.name) !== undefined)
    return { record, meaning: { kind: "impossible-name" }, failed: [], silent: [] };
  const names = [canonicalName(record.name)];
  for (;;) {
    const name = names.at(-1) ?? record.name;
    const last = await diagnoseRecord({ ...record, name }, resolvers, options);
    const [, ...aliases] = names;
    if (last.meaning.kind !== "alias") return { ...last, ...atAlias(last.meaning, aliases), record };
    const target = canonicalName(last.meaning.target);
    if (names.includes(target) || aliases.length === maxAliases)
      return { ...last, aliases, record, meaning: { kind: "endless-alias", target } };
    names.push(target);
  }
}

/** What the meaning at the end of the CNAMEs means for the record. */
function atAlias(meaning: Meaning, aliases: readonly string[]): Partial<Diagnosis> {
  const target = aliases.at(-1);
  if (target === undefined) return {};
  const says = ["correct", "stale", "uneven", "other-value", "doubled"].includes(meaning.kind);
  return { aliases, meaning: says ? meaning : { kind: "alias", target } };
}

async function diagnoseRecord(
  record: DnsRecord,
  resolvers: readonly string[],
  options: DiagnoseOptions,
): Promise<Diagnosis> {
  const fromResolvers = await askAll(
    record,
    resolvers.map((server) => ({ server })),
    options,
  );
  const zone = await zoneOf(record, fromResolvers, resolvers, options);
  const fromZone = await askAll(record, zone?.nameServers ?? [], options);
  const { meaning, seen } = await interpret({ record, fromResolvers, fromZone, zone }, options);
  return {
    record,
    meaning,
    ...(seen && { seen }),
    ...(zone && { zone }),
    ...failuresIn([...fromZone, ...fromResolvers]),
  };
}

function askAll(
  { name, type }: DnsRecord,
  servers: readonly DnsServer[],
  limits: DnsLimits,
): Promise<Reply[]> {
  const question = { name: canonicalName(name), type };
  return Promise.all(
    servers.map(async (from) => ({ from, answer: await ask({ ...question, server: from.server }, limits) })),
  );
}

/** Asks the resolver with the best answer so far. A silent resolver is not asked: it would cost another timeout. */
async function zoneOf(
  { name }: DnsRecord,
  fromResolvers: readonly Reply[],
  known: readonly string[],
  options: DiagnoseOptions,
): Promise<DnsZone | undefined> {
  const rank = ({ answer }: Reply) => ["values", "none", "failed", "silent"].indexOf(answer.kind);
  const [best] = fromResolvers.toSorted((a, b) => rank(a) - rank(b));
  if (!best || best.answer.kind === "silent") return undefined;
  return findZone(name, best.from.server, { known, port: options.authorityPort ?? 53, limits: options });
}

/** A server that is both resolver and name server is listed once, as name server. */
function failuresIn(replies: readonly Reply[]): Pick<Diagnosis, "failed" | "silent"> {
  const each = [
    ...new Map(replies.toReversed().map((reply) => [reply.from.server, reply])).values(),
  ].toReversed();
  const ofKind = <K extends DnsAnswer["kind"]>(kind: K) =>
    each.flatMap(({ from, answer }) =>
      answer.kind === kind ? [{ from, ...(answer as Extract<DnsAnswer, { kind: K }>) }] : [],
    );
  return {
    failed: ofKind("failed").map(({ from, code }) => ({ from, code })),
    silent: ofKind("silent").map(({ from, reason }) => ({ from, reason })),
  };
}
