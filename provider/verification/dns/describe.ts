import type { Answer } from "./ask.ts";
import type { NameServer } from "./authority.ts";
import type { Diagnosis } from "./diagnose.ts";
import { canonicalName } from "./names.ts";

/** One paragraph for a person: what was expected, what the DNS answers, from where, what it usually means, and what to do. */
export function describe(diagnosis: Diagnosis): string {
  const sentences = [
    expected(diagnosis),
    observed(diagnosis),
    explained(diagnosis),
    ...reservations(diagnosis),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function expected({ record }: Diagnosis): string {
  return `Expected at ${canonicalName(record.name)}: ${record.type} ${quoted(record.value)}.`;
}

function observed({ record, seen, zone }: Diagnosis): string {
  if (!seen) return "";
  const role = seen.from.name !== undefined && zone ? `a name server of the zone ${zone.name}` : "a resolver";
  return `${nameOf(seen.from)}, ${role}, answers: ${answered(seen.answer, record.type)}.`;
}

function answered(answer: Answer, type: string): string {
  if (answer.kind === "values") return listed(answer.values.map(quoted));
  if (answer.kind === "none") return answer.nameExists ? `no ${type} record at that name` : "no such name";
  return answer.kind === "failed" ? answer.code : answer.reason;
}

function explained({ record, meaning, seen, zone, failed }: Diagnosis): string {
  switch (meaning.kind) {
    case "correct":
      return "The record is right; the service has not noticed it yet: run the same command again in some minutes.";
    case "stale":
      return `The record is right there, but the resolver ${nameOf(meaning.resolver.from)} still answers: ${answered(meaning.resolver.answer, record.type)}. It keeps a former answer until its time to live is over, or the zone's delegation names other servers.`;
    case "uneven":
      return `The record is right there, but not at ${listed(meaning.without.map(nameOf))}: wait until all servers have it, or take those that do not belong to your DNS provider out of the zone's NS records and its delegation.`;
    case "missing":
      return `Nothing is there yet. If you have created it, it is in a zone that the internet does not ask: ${delegation(zone)}.`;
    case "other-value":
      return "Another value is there: correct the record, and remove what an earlier domain or another account left.";
    case "relative-target":
      return "The target has the name of the zone appended: end the target with a dot, or enter it the way your DNS provider wants full names.";
    case "hidden":
      return `The name has addresses instead (${listed(meaning.addresses)}): a proxy at the DNS provider hides the CNAME (switch it off for this record), or an A or AAAA record stands in its place.`;
    case "alias":
      return `The name is a CNAME to ${quoted(meaning.target)}, so the TXT is looked for there: a name with a CNAME can have no other record. Remove the CNAME, or put the TXT at its target.`;
    case "doubled":
      return `The record exists as ${meaning.name}: the DNS provider appended the zone's name. Enter the name relative to the zone.`;
    case "failing":
      return failing(seen?.from, zone, failed.length);
    case "unanswered":
      return "No DNS server answers from here: check the network and its firewall (port 53, UDP and TCP), or name other servers in idm:dnsServers.";
  }
}

function delegation(zone: Diagnosis["zone"]): string {
  if (!zone?.delegatedTo.length)
    return "compare the zone's name servers at your DNS provider with those that your registrar lists";
  return `${zone.name} is delegated to ${listed(zone.delegatedTo)}; compare them with the name servers that your DNS provider gives for your zone`;
}

function failing(from: NameServer | undefined, zone: Diagnosis["zone"], servers: number): string {
  if (from?.name !== undefined) {
    return `The zone is delegated to ${servers === 1 ? "a server that does" : "servers that do"} not hold it: create the zone there, or have your registrar name your DNS provider's servers.`;
  }
  if (zone?.broken !== undefined) {
    return `Resolvers cannot look up ${zone.broken}: it is delegated to servers that do not hold it, or its DNSSEC data is wrong. Compare the delegation at your registrar with your DNS provider's name servers.`;
  }
  return "It does not look names up for this machine: name another server in idm:dnsServers.";
}

/** What else did not work, so that an answer given by few is not taken for one given by all. */
function reservations({ meaning, seen, failed, silent }: Diagnosis): string[] {
  const others = failed.filter(({ from }) => from !== seen?.from && meaning.kind !== "uneven");
  return [
    silent.length > 0
      ? `No answer from ${listed(silent.map(({ from, reason }) => `${nameOf(from)}: ${reason}`))}.`
      : "",
    others.length > 0
      ? `An error from ${listed(others.map(({ from, code }) => `${nameOf(from)}: ${code}`))}.`
      : "",
  ];
}

function nameOf({ name, server }: NameServer): string {
  return name === undefined ? server : `${canonicalName(name)} (${server})`;
}

/** JSON's quotes show blanks and most control characters, which a TXT may hold; a long text is cut. */
function quoted(text: string): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text).replaceAll(
    /[\p{Cc}\u200e-\u202e\u2066-\u2069]/gu,
    escaped,
  );
}

function listed(texts: string[]): string {
  const more = texts.length - 5;
  return more > 0 ? `${texts.slice(0, 5).join(", ")} and ${more} more` : texts.join(", ");
}
