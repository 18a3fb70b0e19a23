import { getServers } from "node:dns";
import { type Answer, ask, type Limits } from "./ask.ts";
import { findZone, type NameServer, type Zone } from "./authority.ts";
import { interpret, type Meaning, type Reply } from "./meaning.ts";
import { canonicalName, type DnsRecord } from "./names.ts";

/** `timeoutMs` bounds one answer of one server; a whole diagnosis asks in at most six rounds. */
export type DiagnoseOptions = Limits & {
  /** Resolvers as `parseDnsServers` gives them; none means the system's. */
  servers?: readonly string[];
  /** Where a zone's name servers listen when they are not among `servers`; 53 outside of tests. */
  authorityPort?: number;
};

/** What the DNS says about one expected record; `describe` puts it into words. */
export type Diagnosis = {
  record: DnsRecord;
  meaning: Meaning;
  /** The server and the answer that the meaning rests on; absent when nobody answered. */
  seen?: Reply;
  /** Absent when no resolver could tell it. */
  zone?: Zone;
  /** Servers that answered with an error. */
  failed: { from: NameServer; code: string }[];
  /** Servers that gave no answer, and how that showed. */
  silent: { from: NameServer; reason: string }[];
};

/** Looks each record up at the resolvers and at the zone's own name servers. Never throws: what fails is part of the diagnosis. */
export async function diagnose(
  records: readonly DnsRecord[],
  options: DiagnoseOptions,
): Promise<Diagnosis[]> {
  const resolvers = options.servers?.length ? options.servers : getServers();
  return Promise.all(records.map((record) => diagnoseRecord(record, resolvers, options)));
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
    ...troubles([...fromZone, ...fromResolvers]),
  };
}

function askAll({ name, type }: DnsRecord, servers: readonly NameServer[], limits: Limits): Promise<Reply[]> {
  const question = { name: canonicalName(name), type };
  return Promise.all(
    servers.map(async (from) => ({ from, answer: await ask({ ...question, server: from.server }, limits) })),
  );
}

/** Asks the first resolver that answered the record's question; one that was silent would only be waited for again. */
async function zoneOf(
  { name }: DnsRecord,
  fromResolvers: Reply[],
  known: readonly string[],
  options: DiagnoseOptions,
): Promise<Zone | undefined> {
  const rank = ({ answer }: Reply) => ["values", "none", "failed", "silent"].indexOf(answer.kind);
  const [best] = fromResolvers.toSorted((a, b) => rank(a) - rank(b));
  if (!best || best.answer.kind === "silent") return undefined;
  return findZone(name, best.from.server, { known, port: options.authorityPort ?? 53, limits: options });
}

/** A server that is both resolver and name server is named once. */
function troubles(replies: Reply[]): Pick<Diagnosis, "failed" | "silent"> {
  const each = [
    ...new Map(replies.toReversed().map((reply) => [reply.from.server, reply])).values(),
  ].toReversed();
  const kind = <K extends Answer["kind"]>(wanted: K) =>
    each.flatMap(({ from, answer }) =>
      answer.kind === wanted ? [{ from, ...(answer as Extract<Answer, { kind: K }>) }] : [],
    );
  return {
    failed: kind("failed").map(({ from, code }) => ({ from, code })),
    silent: kind("silent").map(({ from, reason }) => ({ from, reason })),
  };
}
