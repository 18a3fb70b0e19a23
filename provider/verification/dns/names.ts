// Domain names and record values, compared as DNS compares them (RFC 1034 section 3.1, RFC 4343).

import { domainToASCII } from "node:url";

/** A DNS record that the service looks for. */
export interface DnsRecord {
  /** Fully qualified. */
  readonly name: string;
  readonly type: "CNAME" | "TXT";
  /** Target of a CNAME; content of a TXT, its strings joined. */
  readonly value: string;
}

/** The name in lower case without trailing dot. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** The name and all its parents except the root, nearest first. */
export function nameAndParents(name: string): string[] {
  const labels = canonicalName(name).split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

/** Whether `found` is the record's value. CNAME targets compare as names, TXT values character by character. */
export function isRecordValue({ type, value }: DnsRecord, found: string): boolean {
  return type === "CNAME" ? canonicalName(found) === canonicalName(value) : found === value;
}

/** Why DNS cannot hold a name of this form (RFC 1035, section 2.3.4). Undefined when it can. */
export function problemOfName(name: string): string | undefined {
  const canonical = canonicalName(name);
  // A service may send megabytes: such a name is not even converted.
  const ascii = (canonical.length <= maxNameLength && domainToASCII(canonical)) || canonical;
  if (ascii.length > maxNameLength) return `it has ${ascii.length} characters, of at most ${maxNameLength}`;
  const labels = ascii.split(".");
  const long = labels.find((label) => label.length > maxLabelLength);
  if (long !== undefined)
    return `one of its labels has ${long.length} characters, of at most ${maxLabelLength}`;
  return labels.includes("") ? "one of its labels is empty" : undefined;
}

const maxNameLength = 253;
const maxLabelLength = 63;

/** The name for a message: DNS holds none that is longer. */
export function shownName(name: string): string {
  const canonical = canonicalName(name);
  return canonical.length > maxNameLength ? `${canonical.slice(0, maxNameLength)}…` : canonical;
}
