// Domain names and record values, compared as DNS compares them (RFC 1034 section 3.1, RFC 4343).

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
