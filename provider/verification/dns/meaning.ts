import { ask, type DnsAnswer, type DnsLimits, type QuestionType } from "./ask.ts";
import { type DnsServer, type DnsZone, valuesOf } from "./authority.ts";
import { canonicalName, type DnsRecord, isRecordValue, nameAndParents } from "./names.ts";

/** One server's answer to the question for the record. */
export interface Reply {
  readonly from: DnsServer;
  readonly answer: DnsAnswer;
}

/** Why the service does not find the record, as far as lookups show. */
export type Meaning =
  | { readonly kind: "correct" }
  /** The zone's name servers have the record. This resolver does not have it yet. */
  | { readonly kind: "stale"; readonly resolver: Reply }
  /** Some servers have the record. These do not. */
  | { readonly kind: "uneven"; readonly without: readonly DnsServer[] }
  | { readonly kind: "missing" }
  | { readonly kind: "other-value" }
  /** The zone's name was appended to the target of the CNAME, because the target does not end with a dot. */
  | { readonly kind: "relative-target"; readonly target: string }
  /** The name has addresses instead of the CNAME. */
  | { readonly kind: "hidden"; readonly addresses: readonly string[] }
  /** The name has a CNAME instead of the TXT, so that DNS looks for the TXT at the target, which does not have it. */
  | { readonly kind: "alias"; readonly target: string }
  /** The CNAMEs of the name lead back to one of them, or are too many to follow. */
  | { readonly kind: "endless-alias"; readonly target: string }
  /** DNS cannot hold a record of this name. */
  | { readonly kind: "impossible-name" }
  /** The zone's name was appended to the name of the record: it exists under this name. */
  | { readonly kind: "doubled"; readonly name: string }
  /** All answers are errors. */
  | { readonly kind: "failing" }
  | { readonly kind: "unanswered" };

/** Everything that was found out about one record. */
export interface Evidence {
  readonly record: DnsRecord;
  readonly fromResolvers: readonly Reply[];
  readonly fromZone: readonly Reply[];
  readonly zone: DnsZone | undefined;
}

/** The meaning of the replies, and the reply it is based on. Prefers the zone's name servers: resolvers cache. */
export async function interpret(
  evidence: Evidence,
  limits: DnsLimits,
): Promise<{ meaning: Meaning; seen?: Reply }> {
  const { record, fromResolvers, fromZone } = evidence;
  if (fromResolvers.some(({ answer }) => answer.kind === "unaskable"))
    return { meaning: { kind: "impossible-name" } };
  const sources = fromZone.some(isDefinite) ? fromZone.filter(isDefinite) : fromResolvers.filter(isDefinite);
  const [right] = sources.filter(({ answer }) => hasRecord(record, answer));
  const wrong = sources.filter(({ answer }) => !hasRecord(record, answer));
  if (right) return { meaning: whenRight(evidence, wrong), seen: right };
  if (wrong[0]) return { meaning: await whenWrong(evidence, wrong[0], limits), seen: wrong[0] };
  const [failed] = [...fromZone, ...fromResolvers].filter(({ answer }) => answer.kind === "failed");
  return failed ? { meaning: { kind: "failing" }, seen: failed } : { meaning: { kind: "unanswered" } };
}

function whenRight({ record, fromResolvers, fromZone }: Evidence, wrong: readonly Reply[]): Meaning {
  const without = [...wrong, ...fromZone.filter(({ answer }) => answer.kind === "failed")];
  if (without.length > 0) return { kind: "uneven", without: without.map(({ from }) => from) };
  const resolver = fromResolvers.find((reply) => isDefinite(reply) && !hasRecord(record, reply.answer));
  return resolver ? { kind: "stale", resolver } : { kind: "correct" };
}

/** Finds out which of the usual mistakes it is, with more questions to the server that gave the answer. */
async function whenWrong(
  { record, zone }: Evidence,
  { from, answer }: Reply,
  limits: DnsLimits,
): Promise<Meaning> {
  const lookup = async (name: string, type: QuestionType) =>
    valuesOf(await ask({ server: from.server, name, type }, limits));
  const [doubled, otherType] = await Promise.all([
    findDoubled(record, zone, lookup),
    findOtherType(record, lookup),
  ]);
  if (doubled !== undefined) return { kind: "doubled", name: doubled };
  if (otherType?.kind === "alias") return otherType;
  const target = valuesOf(answer).find((value) => isRelativeTarget(record, value));
  if (target !== undefined) return { kind: "relative-target", target };
  if (answer.kind === "values") return { kind: "other-value" };
  return otherType ?? { kind: "missing" };
}

type Lookup = (name: string, type: QuestionType) => Promise<readonly string[]>;

/** Some DNS providers append the zone's name to every name, which makes `_x.example.com.example.com`. */
async function findDoubled(
  record: DnsRecord,
  zone: DnsZone | undefined,
  lookup: Lookup,
): Promise<string | undefined> {
  const name = canonicalName(record.name);
  const suffixes = nameAndParents(name).filter((suffix) => suffix.includes(".") || suffix === zone?.name);
  const names = suffixes.map((suffix) => `${name}.${suffix}`).filter((doubled) => doubled.length <= 253);
  const found = await Promise.all(names.map((doubled) => lookup(doubled, record.type)));
  return names.find((_, index) => found[index]?.some((value) => isRecordValue(record, value)));
}

/** Finds records of another type that prevent the expected one: a CNAME for a TXT, addresses for a CNAME. */
async function findOtherType({ name, type }: DnsRecord, lookup: Lookup): Promise<Meaning | undefined> {
  if (type === "TXT") {
    const [target] = await lookup(canonicalName(name), "CNAME");
    return target === undefined ? undefined : { kind: "alias", target };
  }
  const addresses = (await Promise.all([lookup(name, "A"), lookup(name, "AAAA")])).flat();
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

function hasRecord(record: DnsRecord, answer: DnsAnswer): boolean {
  return valuesOf(answer).some((value) => isRecordValue(record, value));
}
