import { formatEndpoint, hostOf } from "../../config/dns-servers.ts";
import { type Answer, ask, type Limits, type QuestionType } from "./ask.ts";
import { nameAndParents } from "./names.ts";

/** A server to ask; `name` is there for a zone's own name servers, absent for a resolver. */
export type NameServer = { server: string; name?: string };

/** The zone that holds a name, as one resolver sees it; `broken` is the topmost name below it whose look-up ends in an error. */
export type Zone = { name: string; delegatedTo: string[]; nameServers: NameServer[]; broken?: string };

/** More than any sane zone has: the bound on what one diagnosis asks. */
const mostNameServers = 8;

/**
 * Finds the closest zone at or above `name` by asking `resolver` for NS records, with the addresses of its name servers.
 * `port` is where those listen, unless one is at an address of `known`, which are asked where they were said to listen.
 */
export async function findZone(
  name: string,
  resolver: string,
  { known, port, limits }: { known: readonly string[]; port: number; limits: Limits },
): Promise<Zone | undefined> {
  const levels = nameAndParents(name);
  const answers = await Promise.all(levels.map((level) => nameServersAt(level, resolver, limits)));
  const apex = answers.findIndex((answer) => answer.kind === "values");
  const below = apex === -1 ? answers : answers.slice(0, apex);
  const broken =
    levels[below.findLastIndex((answer) => answer.kind === "failed" && answer.code === "SERVFAIL")];
  const delegatedTo = valuesOf(answers[apex]).toSorted();
  if (apex === -1 && broken === undefined) return undefined;
  const nameServers = broken === undefined ? await locate(delegatedTo) : [];
  return { name: levels[apex] ?? "", delegatedTo, nameServers, ...(broken !== undefined && { broken }) };

  async function locate(names: string[]): Promise<NameServer[]> {
    const located = await Promise.all(
      names.slice(0, mostNameServers).map((each) => addressOf(each, resolver, limits)),
    );
    return located.flatMap(({ name, address }) =>
      address ? [{ name, server: endpointOf(address, known, port) }] : [],
    );
  }
}

/** A name that is an alias has no NS of its own: a resolver would answer with those of its target. */
async function nameServersAt(name: string, resolver: string, limits: Limits): Promise<Answer> {
  const question = (type: QuestionType) => ask({ server: resolver, name, type }, limits);
  const [alias, nameServers] = await Promise.all([question("CNAME"), question("NS")]);
  return alias.kind === "values" ? { kind: "none", nameExists: true } : nameServers;
}

/** One address is enough to ask; IPv6 only where there is no other, for many machines cannot reach it. */
async function addressOf(
  name: string,
  resolver: string,
  limits: Limits,
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

/** The values of an answer, none for any other. */
export function valuesOf(answer: Answer | undefined): string[] {
  return answer?.kind === "values" ? answer.values : [];
}
