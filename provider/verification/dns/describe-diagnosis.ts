import type { DnsAnswer } from "./ask.ts";
import type { DnsServer } from "./authority.ts";
import type { Diagnosis } from "./diagnose.ts";
import { canonicalName, problemOfName, shownName } from "./names.ts";

/** One paragraph for the user: the expected record, the server and its answer, the usual cause, and what to do. */
export function describeDiagnosis(diagnosis: Diagnosis): string {
  const sentences = [
    expected(diagnosis),
    led(diagnosis),
    observed(diagnosis),
    explained(diagnosis),
    ...otherServers(diagnosis),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function expected({ record }: Diagnosis): string {
  return `Expected at ${shownName(record.name)}: ${record.type} ${quoted(record.value)}.`;
}

/** The CNAMEs on the way to the server that `observed` names. */
function led({ aliases = [] }: Diagnosis): string {
  return aliases.length === 0
    ? ""
    : `That name is a CNAME to ${aliases.map(quoted).join(", which is one to ")}.`;
}

function observed({ record, seen, zone }: Diagnosis): string {
  if (!seen) return "";
  const role = seen.from.name !== undefined && zone ? `a name server of the zone ${zone.name}` : "a resolver";
  return `${serverName(seen.from)}, ${role}, answers: ${answered(seen.answer, record.type)}.`;
}

function answered(answer: DnsAnswer, type: string): string {
  if (answer.kind === "values") return listed(answer.values.map(quoted));
  if (answer.kind === "none") return answer.nameExists ? `no ${type} record at that name` : "no such name";
  if (answer.kind === "unaskable") return "no answer";
  return answer.kind === "failed" ? answer.code : answer.reason;
}

function explained({ record, meaning, seen, zone, failed }: Diagnosis): string {
  switch (meaning.kind) {
    case "correct":
      return "The record is correct, but the service has not noticed it yet: run the same command again in a few minutes.";
    case "stale":
      return `The record is correct there, but the resolver ${serverName(meaning.resolver.from)} still answers: ${answered(meaning.resolver.answer, record.type)}. Either it caches an old answer until the TTL ends, or the zone is delegated to other servers.`;
    case "uneven":
      return `The record is correct there, but not at ${listed(meaning.without.map(serverName))}: wait until all servers have it, or remove servers that do not belong to your DNS provider from the zone's NS records and its delegation.`;
    case "missing":
      return `Nothing is there yet. A record that you have just created may take some minutes to show, because resolvers remember that there was none. If it does not show, this machine may see other DNS data than the internet (set idm:dnsServers), or the record may be in a zone that is not in use: ${compareDelegation(zone)}.`;
    case "other-value":
      return "Another value is there: correct the record, and remove values left by an earlier domain or another account.";
    case "relative-target":
      return "The target has the name of the zone appended: end the target with a dot, or enter it in the form that your DNS provider uses for full names.";
    case "hidden":
      return `The name has addresses instead (${listed(meaning.addresses)}): either a proxy at the DNS provider hides the CNAME (switch it off for this record), or the name has an A or AAAA record (remove it).`;
    case "alias":
      return `DNS looks for the TXT at ${quoted(meaning.target)}, because a name with a CNAME cannot have other records. Create the TXT there, or remove the CNAME and create the TXT at the name itself.`;
    case "endless-alias":
      return `Its CNAMEs come to no end (${quoted(meaning.target)}): remove them, and create the TXT at the name itself.`;
    case "impossible-name":
      return `DNS cannot hold a record of that name: ${problemOfName(record.name) ?? "it has characters that no host name has"}. No record can verify this domain: use one with a shorter name, or ask the service for another name of the record.`;
    case "doubled":
      return `The record exists as ${meaning.name}: the DNS provider appended the zone's name. Enter the name relative to the zone.`;
    case "failing":
      return failing(seen?.from, zone, failed.length);
    case "unanswered":
      return "No DNS server answers from here: check the network and its firewall (port 53, UDP and TCP), or name other servers in idm:dnsServers.";
  }
}

function compareDelegation(zone: Diagnosis["zone"]): string {
  if (!zone?.delegatedTo.length)
    return "compare the zone's name servers at your DNS provider with those at your registrar";
  return `${zone.name} is delegated to ${listed(zone.delegatedTo)}; compare them with the name servers that your DNS provider gives for your zone`;
}

function failing(from: DnsServer | undefined, zone: Diagnosis["zone"], servers: number): string {
  if (from?.name !== undefined) {
    return `The zone is delegated to ${servers === 1 ? "a server that does" : "servers that do"} not hold it: create the zone there, or have your registrar name your DNS provider's servers.`;
  }
  // Not even a top-level domain is found: it is the resolver that fails, not a delegation.
  if (zone?.broken?.includes(".")) {
    return `Resolvers cannot look up ${zone.broken}: it is delegated to servers that do not hold it, or its DNSSEC data is wrong. Compare the delegation at your registrar with your DNS provider's name servers.`;
  }
  return "The resolver answers this machine with errors only: name another server in idm:dnsServers.";
}

/** Names the servers that failed or were silent, so that nobody takes the answer of one server for that of all. */
function otherServers({ meaning, seen, failed, silent }: Diagnosis): string[] {
  const others = failed.filter(({ from }) => from !== seen?.from && meaning.kind !== "uneven");
  return [
    silent.length > 0
      ? `No answer from ${listed(silent.map(({ from, reason }) => `${serverName(from)}: ${reason}`))}.`
      : "",
    others.length > 0
      ? `An error from ${listed(others.map(({ from, code }) => `${serverName(from)}: ${code}`))}.`
      : "",
  ];
}

function serverName({ name, server }: DnsServer): string {
  return name === undefined ? server : `${canonicalName(name)} (${server})`;
}

/** In JSON quotes, which show spaces. Control and bidirectional characters are escaped. At most 300 characters. */
function quoted(value: string): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value.length > 300 ? `${value.slice(0, 300)}…` : value).replaceAll(
    /[\p{Cc}\u200e-\u202e\u2066-\u2069]/gu,
    escaped,
  );
}

/** The first five items, and the number of the others. */
function listed(items: readonly string[]): string {
  const more = items.length - 5;
  return more > 0 ? `${items.slice(0, 5).join(", ")} and ${more} more` : items.join(", ");
}
