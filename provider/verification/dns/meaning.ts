import { type Answer, ask, type Limits, type QuestionType } from "./ask.ts";
import { type NameServer, valuesOf, type Zone } from "./authority.ts";
import { canonicalName, type DnsRecord, nameAndParents, sameValue } from "./names.ts";

/** One server's answer to the record's question. */
export type Reply = { from: NameServer; answer: Answer };

/** Why the service does not see the record, as far as look-ups tell. */
export type Meaning =
  | { kind: "correct" }
  /** The zone's name servers have it, this resolver does not yet. */
  | { kind: "stale"; resolver: Reply }
  /** Some servers have it, these do not. */
  | { kind: "uneven"; without: NameServer[] }
  | { kind: "missing" }
  | { kind: "other-value" }
  /** The CNAME's target had the zone's name appended, for want of a dot at its end. */
  | { kind: "relative-target"; target: string }
  /** Addresses where a CNAME is expected. */
  | { kind: "hidden"; addresses: string[] }
  /** A CNAME where a TXT is expected, so that the TXT is looked for at its target. */
  | { kind: "alias"; target: string }
  /** The record exists, but under this name. */
  | { kind: "doubled"; name: string }
  /** Whoever answered at all answered with an error. */
  | { kind: "failing" }
  | { kind: "unanswered" };

/** All that was found out about one record before it is weighed. */
export type Evidence = {
  record: DnsRecord;
  fromResolvers: Reply[];
  fromZone: Reply[];
  zone: Zone | undefined;
};

/** The meaning of the replies, and the one it rests on. A zone's own name servers are believed before resolvers, which cache. */
export async function interpret(
  evidence: Evidence,
  limits: Limits,
): Promise<{ meaning: Meaning; seen?: Reply }> {
  const { record, fromResolvers, fromZone } = evidence;
  const sources = fromZone.some(isDefinite) ? fromZone.filter(isDefinite) : fromResolvers.filter(isDefinite);
  const [right] = sources.filter(({ answer }) => hasRecord(record, answer));
  const wrong = sources.filter(({ answer }) => !hasRecord(record, answer));
  if (right) return { meaning: whenRight(evidence, wrong), seen: right };
  if (wrong[0]) return { meaning: await whenWrong(evidence, wrong[0], limits), seen: wrong[0] };
  const [failed] = [...fromZone, ...fromResolvers].filter(({ answer }) => answer.kind === "failed");
  return failed ? { meaning: { kind: "failing" }, seen: failed } : { meaning: { kind: "unanswered" } };
}

function whenRight({ record, fromResolvers, fromZone }: Evidence, wrong: Reply[]): Meaning {
  const without = [...wrong, ...fromZone.filter(({ answer }) => answer.kind === "failed")];
  if (without.length > 0) return { kind: "uneven", without: without.map(({ from }) => from) };
  const resolver = fromResolvers.find((reply) => isDefinite(reply) && !hasRecord(record, reply.answer));
  return resolver ? { kind: "stale", resolver } : { kind: "correct" };
}

/** Tells the usual mistakes apart with further questions to the server that gave the answer. */
async function whenWrong(
  { record, zone }: Evidence,
  { from, answer }: Reply,
  limits: Limits,
): Promise<Meaning> {
  const asks = async (name: string, type: QuestionType) =>
    valuesOf(await ask({ server: from.server, name, type }, limits));
  const [doubled, inTheWay] = await Promise.all([
    findDoubled(record, zone, asks),
    findInTheWay(record, asks),
  ]);
  if (doubled !== undefined) return { kind: "doubled", name: doubled };
  if (inTheWay?.kind === "alias") return inTheWay;
  const target = valuesOf(answer).find((value) => isRelativeTarget(record, value));
  if (target !== undefined) return { kind: "relative-target", target };
  if (answer.kind === "values") return { kind: "other-value" };
  return inTheWay ?? { kind: "missing" };
}

type Asks = (name: string, type: QuestionType) => Promise<string[]>;

/** Panels that append the zone's name to what they are given make `_x.example.com.example.com`. */
async function findDoubled(
  record: DnsRecord,
  zone: Zone | undefined,
  asks: Asks,
): Promise<string | undefined> {
  const name = canonicalName(record.name);
  const suffixes = nameAndParents(name).filter((suffix) => suffix.includes(".") || suffix === zone?.name);
  const names = suffixes.map((suffix) => `${name}.${suffix}`).filter((doubled) => doubled.length <= 253);
  const found = await Promise.all(names.map((doubled) => asks(doubled, record.type)));
  return names.find((_, index) => found[index]?.some((value) => sameValue(record, value)));
}

async function findInTheWay({ name, type }: DnsRecord, asks: Asks): Promise<Meaning | undefined> {
  if (type === "TXT") {
    const [target] = await asks(canonicalName(name), "CNAME");
    return target === undefined ? undefined : { kind: "alias", target };
  }
  const addresses = (await Promise.all([asks(name, "A"), asks(name, "AAAA")])).flat();
  return addresses.length > 0 ? { kind: "hidden", addresses } : undefined;
}

function isRelativeTarget(record: DnsRecord, found: string): boolean {
  const wanted = canonicalName(record.value);
  return (
    record.type === "CNAME" &&
    nameAndParents(record.name).some((suffix) => canonicalName(found) === `${wanted}.${suffix}`)
  );
}

function isDefinite({ answer }: Reply): boolean {
  return answer.kind === "values" || answer.kind === "none";
}

function hasRecord(record: DnsRecord, answer: Answer): boolean {
  return valuesOf(answer).some((value) => sameValue(record, value));
}
