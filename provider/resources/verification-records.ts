// docs/service.md, "Verification and certificate".
import * as z from "zod";
import { openEnum, readableItemsOf, text } from "../lifecycle/property-types.ts";
import { isVisible } from "../printable.ts";

/** The output `verification`, as the service returns it. */
export const verificationType = z
  .strictObject({
    methods: readableItemsOf(
      z.array(
        z.strictObject({
          name: openEnum("cname", "txt").describe("Type of the record."),
          record: text().describe("The value that proves the domain."),
          domain: text().optional().describe("Name of the record. Default: the domain itself."),
        }),
      ),
    )
      .optional()
      .describe("The ways in which the domain can be verified."),
    status: openEnum("verified", "pending", "failed").optional().describe("State of the verification."),
    errorMsg: text().optional().describe("Why the verification failed."),
    lastVerifiedAt: text().optional().describe("When the domain was last verified: date and time."),
  })
  .meta({ id: "CustomDomainVerificationState", description: "How a custom domain is verified." });

export type VerificationState = z.infer<typeof verificationType>;

/** A record that proves a domain, as DNS resources take it. */
export const verificationRecordType = z
  .strictObject({
    name: text().describe("Fully qualified record name without a trailing dot."),
    type: z.enum(["CNAME", "TXT"]).describe("Record type."),
    value: text().describe("Content of the record."),
  })
  .meta({
    id: "VerificationRecord",
    description: "A DNS record that proves a domain, as DNS resources take it.",
  });

export type VerificationRecord = z.infer<typeof verificationRecordType>;

/** The records that prove a domain. Undefined when the service returns no methods, or when a record has no name. */
export function verificationRecordsOf(properties: {
  readonly domain?: unknown;
  readonly verification?: unknown;
}): VerificationRecord[] | undefined {
  const { domain, verification } = properties as {
    domain?: string;
    verification?: VerificationState;
  };
  const known = verification?.methods?.filter(isRecord);
  if (!known?.every((method) => method.domain ?? domain)) return undefined;
  return known.map((method) => {
    const type = method.name.toUpperCase() as VerificationRecord["type"];
    const value = type === "CNAME" ? withoutDot(method.record) : method.record;
    return { name: withoutDot(method.domain ?? domain ?? ""), type, value };
  });
}

/** A record with control characters is none: the program would pass them on to its DNS provider. */
function isRecord({
  name,
  record,
  domain = "",
}: {
  name: string;
  record: string;
  domain?: string | undefined;
}): boolean {
  return isRecordType(name.toUpperCase()) && isVisible(record) && isVisible(domain);
}

/** A record elsewhere proves nothing of the domain, and the program may give it to a DNS provider with write access. */
export function foreignRecordWarning(properties: {
  readonly domain?: unknown;
  readonly verification?: unknown;
}): string | undefined {
  const domain = String(properties.domain).toLowerCase();
  const names = verificationRecordsOf(properties)?.map(({ name }) => name) ?? [];
  const foreign = names.filter((name) => !`.${name.toLowerCase()}`.endsWith(`.${domain}`));
  if (foreign.length === 0) return undefined;
  const list = foreign.map((name) => JSON.stringify(name)).join(", ");
  return `the service asks for DNS records that are neither at ${domain} nor below it: ${list}. Create them only if you know why.`;
}

function isRecordType(type: string): type is VerificationRecord["type"] {
  return type === "CNAME" || type === "TXT";
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, "");
}
