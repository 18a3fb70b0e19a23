// docs/service.md, "Custom domain": types, rules of the request body, and the record that verifies a new domain.
import { getDomain } from "tldts";
import { z } from "zod";
import { newId, newVerificationToken } from "./ids.ts";

/** A DNS record that verifies a domain. */
export interface VerificationMethod {
  name: "cname" | "txt";
  /** The record's content. */
  record: string;
  /** The record's name; default the domain itself. */
  domain?: string;
}

/** The state of a domain's verification. */
export interface Verification {
  methods: VerificationMethod[];
  status: "verified" | "pending" | "failed";
  error_msg?: string;
  last_verified_at?: string;
}

/** The certificate of a domain with service-managed certificates. */
export interface Certificate {
  status: "provisioning" | "provisioning_failed" | "provisioned" | "renewing_failed";
  error_msg?: string;
  certificate_authority?: "letsencrypt" | "googletrust";
  renews_before?: string;
}

/** What the caller sets on a domain. */
export interface NewDomain {
  domain: string;
  type: "service_managed_certs" | "self_managed_certs";
  tls_policy?: "recommended";
  custom_client_ip_header?: string | null;
  domain_metadata?: Record<string, string | null>;
  relying_party_identifier?: string;
}

/** A custom domain as the service keeps and answers it. */
export interface CustomDomain extends NewDomain {
  custom_domain_id: string;
  primary: boolean;
  is_default: boolean;
  status: "pending_verification" | "ready" | "failed";
  verification: Verification;
  certificate?: Certificate;
}

const labelPattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const isHostname = (name: string): boolean => name.split(".").every((label) => labelPattern.test(label));
const hostname = z.string().max(255).refine(isHostname, "must be a host name");

const clientIpHeader = z
  .enum(["true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", ""])
  .nullable();

const isMetadata = (value: unknown): value is Record<string, string | null> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((item) => item === null || (typeof item === "string" && item.length <= 255));

// `z.record` would drop a key named `__proto__`.
const metadata = z
  .custom<Record<string, string | null>>(
    isMetadata,
    "values must be strings of at most 255 characters or null",
  )
  .refine((value) => Object.keys(value).length <= 10, "must have at most 10 properties");

/** Body of a create, with the rules that concern several fields. */
export const domainFields = z
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
    for (const [field, message] of forbiddenFields(request.type, request)) {
      context.addIssue({ code: "custom", path: [field], message });
    }
    const { domain, relying_party_identifier: relyingParty } = request;
    if (relyingParty !== undefined && !isRelyingPartyOf(relyingParty, domain)) {
      const message = "must equal the domain or be a registrable domain suffix of it";
      context.addIssue({ code: "custom", path: ["relying_party_identifier"], message });
    }
  });

/** Body of an update: the only fields that can be updated. */
export const domainChanges = z.strictObject({
  tls_policy: z.literal("recommended").optional(),
  custom_client_ip_header: clientIpHeader.optional(),
});

/** The fields that are set although the domain's type forbids them, each with the reason. */
export function* forbiddenFields(
  type: string,
  fields: z.infer<typeof domainChanges>,
): Generator<[field: string, reason: string]> {
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

/** A domain that waits for its verification, with a new id and a new verification record. */
export function pendingDomain(request: NewDomain): CustomDomain {
  const id = newId("cd_");
  return {
    custom_domain_id: id,
    primary: false,
    is_default: false,
    tls_policy: "recommended",
    ...request,
    status: "pending_verification",
    verification: { methods: [methodOf(id, request)], status: "pending" },
  };
}

function methodOf(id: string, { domain, type }: NewDomain): VerificationMethod {
  if (type === "service_managed_certs") {
    return { name: "cname", record: `${id.replace("_", "-").toLowerCase()}.edge.idm.example` };
  }
  const record = `idm-verification=${newVerificationToken()}`;
  return { name: "txt", record, domain: `_idm-challenge.${domain}` };
}
