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

/** Why DNS cannot hold the name (RFC 1035, section 2.3.4), for a name that it refuses to look up. */
export function problemOfName(name: string): string {
  const ascii = domainToASCII(canonicalName(name)) || canonicalName(name);
  const labels = ascii.split(".");
  const long = labels.find((label) => label.length > 63);
  if (long !== undefined) return `one of its labels has ${long.length} characters, of at most 63`;
  if (ascii.length > 253) return `it has ${ascii.length} characters, of at most 253`;
  return labels.includes("") ? "one of its labels is empty" : "it has characters that no host name has";
}
