import { formatEndpoint, hostOf } from "../../config/dns-servers.ts";
import { ask, type DnsAnswer, type DnsLimits, type QuestionType } from "./ask.ts";
import { nameAndParents } from "./names.ts";

/** A DNS server to ask. */
export interface DnsServer {
  /** Address as `parseDnsServers` returns it. */
  readonly server: string;
  /** Host name of a zone's name server; absent for a resolver. */
  readonly name?: string;
}

/** A DNS zone, as one resolver sees it. */
export interface DnsZone {
  readonly name: string;
  /** Host names of the name servers that the zone is delegated to, sorted. */
  readonly delegatedTo: readonly string[];
  /** Those of them that have an address; none when `broken` is set. */
  readonly nameServers: readonly DnsServer[];
  /** The topmost name between the zone and the record whose lookup ends in SERVFAIL. */
  readonly broken?: string;
}

/** Limits the number of questions of one diagnosis; zones usually have two to six name servers. */
const maxNameServers = 8;

/**
 * Finds the zone that holds `name`. Asks `resolver` for the NS records of the name and its parents, and for the
 * addresses of the name servers. Their port is `port`, or for an address in `known` the port given there.
 */
export async function findZone(
  name: string,
  resolver: string,
  { known, port, limits }: { known: readonly string[]; port: number; limits: DnsLimits },
): Promise<DnsZone | undefined> {
  const levels = nameAndParents(name);
  const answers = await Promise.all(levels.map((level) => nameServersAt(level, resolver, limits)));
  const apex = answers.findIndex((answer) => answer.kind === "values");
  const below = apex === -1 ? answers : answers.slice(0, apex);
  const broken = levels[below.findLastIndex(isServfail)];
  const delegatedTo = valuesOf(answers[apex]).toSorted();
  if (apex === -1 && broken === undefined) return undefined;
  const nameServers = broken === undefined ? await locate(delegatedTo) : [];
  return { name: levels[apex] ?? "", delegatedTo, nameServers, ...(broken !== undefined && { broken }) };

  async function locate(names: readonly string[]): Promise<DnsServer[]> {
    const located = await Promise.all(
      names.slice(0, maxNameServers).map((each) => addressOf(each, resolver, limits)),
    );
    return located.flatMap(({ name, address }) =>
      address ? [{ name, server: endpointOf(address, known, port) }] : [],
    );
  }
}

function isServfail(answer: DnsAnswer): boolean {
  return answer.kind === "failed" && answer.code === "SERVFAIL";
}

/** A name with a CNAME has no NS records of its own. A resolver would answer with those of the target. */
async function nameServersAt(name: string, resolver: string, limits: DnsLimits): Promise<DnsAnswer> {
  const question = (type: QuestionType) => ask({ server: resolver, name, type }, limits);
  const [alias, nameServers] = await Promise.all([question("CNAME"), question("NS")]);
  return alias.kind === "values" ? { kind: "none", nameExists: true } : nameServers;
}

/** One address is enough. IPv6 is used only without an IPv4 address, because many machines have no IPv6 route. */
async function addressOf(
  name: string,
  resolver: string,
  limits: DnsLimits,
): Promise<{ name: string; address?: string }> {
  for (const type of ["A", "AAAA"] as const) {
    const [address] = valuesOf(await ask({ server: resolver, name, type }, limits));
    if (address !== undefined) return { name, address };
  }
  return { name };
}

function endpointOf(address: string, known: readonly string[], port: number): string {
  return known.find((server) => hostOf(server) === address) ?? formatEndpoint({ address, port });
}

/** The values of an answer; empty for an answer of another kind. */
export function valuesOf(answer: DnsAnswer | undefined): readonly string[] {
  return answer?.kind === "values" ? answer.values : [];
}
