import { getDomain } from "tldts";
import { z } from "zod";
import { Problem } from "./problem.ts";

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const isHostname = (name: string): boolean => name.split(".").every((label) => LABEL.test(label));
const hostname = z.string().max(255).refine(isHostname, "must be a host name");

const clientIpHeader = z
  .enum(["true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", ""])
  .nullable();

const isMetadata = (value: unknown): value is Record<string, string | null> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => item === null || (typeof item === "string" && item.length <= 255));

// A check of the object as it came: zod's own record drops a key named `__proto__`.
const metadata = z
  .custom<Record<string, string | null>>(
    isMetadata,
    "values must be strings of at most 255 characters or null",
  )
  .refine((value) => Object.keys(value).length <= 10, "must have at most 10 properties");

/** Section 2.1 of the interface with rules 1 to 3 of section 4.1. */
export const newDomain = z
  .strictObject({
    domain: hostname.min(3),
    type: z.enum(["service_managed_certs", "self_managed_certs"]),
    verification_method: z.literal("txt").optional(),
    tls_policy: z.literal("recommended").optional(),
    custom_client_ip_header: clientIpHeader.optional(),
    domain_metadata: metadata.optional(),
    relying_party_identifier: hostname.optional(),
  })
  .superRefine((request, context) => {
    for (const [field, message] of unsuitableFields(request.type, request)) {
      context.addIssue({ code: "custom", path: [field], message });
    }
    const { domain, relying_party_identifier: relyingParty } = request;
    if (relyingParty !== undefined && !isRelyingPartyOf(relyingParty, domain)) {
      const message = "must equal the domain or be a registrable domain suffix of it";
      context.addIssue({ code: "custom", path: ["relying_party_identifier"], message });
    }
  });

/** The attributes of a domain that can be changed, section 2.1 of the interface. */
export const domainChange = z.strictObject({
  tls_policy: z.literal("recommended").optional(),
  custom_client_ip_header: clientIpHeader.optional(),
});

/** Rules 1 and 2 of section 4.1: what is set although the type of the domain forbids it. */
export function* unsuitableFields(
  type: string,
  fields: z.infer<typeof domainChange>,
): Generator<[string, string]> {
  if (type === "self_managed_certs" && fields.tls_policy !== undefined) {
    yield ["tls_policy", "must not be set when type is self_managed_certs"];
  }
  if (type === "service_managed_certs" && fields.custom_client_ip_header !== undefined) {
    yield ["custom_client_ip_header", "must not be set when type is service_managed_certs"];
  }
}

function isRelyingPartyOf(relyingParty: string, domain: string): boolean {
  const [suffix, name] = [relyingParty.toLowerCase(), domain.toLowerCase()];
  if (suffix === name) return true;
  return name.endsWith(`.${suffix}`) && getDomain(suffix, { allowPrivateDomains: true }) !== null;
}

const presentation = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.boolean())));

/** Section 2.5 of the interface: a new template needs all of these, the version apart. */
export const newTemplate = z.strictObject({
  name: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  dialect: z
    .string()
    .max(255)
    .regex(/^simplified\/1.0$/),
  presentation,
  well_known_trusted_issuers: z
    .string()
    .min(1)
    .max(255)
    .regex(/^aamva$/),
  version: z.int().optional(),
});

/** Section 4.2: no field needs to be present. */
export const templateChange = newTemplate.partial();

/** Section 4.3 of the interface. */
export const newRole = z.strictObject({ name: z.string(), description: z.string().optional() });

/** Both fields of a role can be changed. */
export const roleChange = newRole.partial();

const count = z.coerce.number().int().min(0).optional();

/** Both ways of paging, by number and by the `next` of the page before, and the wish to be told the total. */
export const listQuery = z.strictObject({
  page: count,
  per_page: count,
  from: z.string().optional(),
  take: count,
  include_totals: z.enum(["true", "false"]).optional(),
});

/** A list that can be narrowed to names which contain a text. */
export const roleListQuery = listQuery.extend({ name_filter: z.string().optional() });

/** For every operation that knows no query parameter. */
export const noQuery = z.strictObject({});

/** Exactly 26 characters, section 8 of the interface. */
export const eventPath = z.strictObject({ id: z.string().length(26), event_id: z.string().length(26) });

/** At most 26 characters, section 8 of the interface. */
export const templatePath = z.strictObject({ id: z.string().max(26) });

/** The value, or a 400 that names the first thing wrong with it. */
export function valid<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.length ? ` on property ${issue.path.join(".")}` : "";
  throw new Problem(
    400,
    `invalid_${what}`,
    `Payload validation error: ${issue?.message ?? "invalid"}${place} (${what}).`,
  );
}
