// Domain names and record values, compared the way DNS compares them (RFC 1034 section 3.1, RFC 4343).

/** A record as the service wants it: `name` fully qualified, `value` a CNAME's target or a TXT's joined text. */
export type DnsRecord = { name: string; type: "CNAME" | "TXT"; value: string };

/** One spelling per name: lower case, no trailing dot. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** The name itself and every name above it but the root, nearest first. */
export function nameAndParents(name: string): string[] {
  const labels = canonicalName(name).split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

/** Whether `found` is what the record asks for: targets as names, texts to the letter. */
export function sameValue({ type, value }: DnsRecord, found: string): boolean {
  return type === "CNAME" ? canonicalName(found) === canonicalName(value) : found === value;
}
