// Written by `npm run generate` from the schemas in provider/resources; edit those.
import type { Input, Output } from "@pulumi/pulumi";

/** Arguments of `CustomDomain`. */
export interface CustomDomainArgs {
  /** The domain name: 3 to 255 characters, dot-separated labels of 1 to 63 letters, digits and inner hyphens. Unique at the service. Changing it replaces the resource. */
  domain: Input<string>;
  /** Who manages the certificates. Changing it replaces the resource. */
  type: Input<"service_managed_certs" | "self_managed_certs">;
  /** How the domain is verified. Default: `txt`. Changing it replaces the resource. */
  verificationMethod?: Input<"txt"> | undefined;
  /** TLS versions allowed; `recommended` is TLS 1.2 only. Default: `recommended`. Only with `service_managed_certs`. */
  tlsPolicy?: Input<"recommended"> | undefined;
  /** HTTP header from which the client's IP address is taken; `""` and null mean none. Only with `self_managed_certs`. Removing it sets it to null. */
  customClientIpHeader?:
    | Input<"true-client-ip" | "cf-connecting-ip" | "x-forwarded-for" | "x-azure-clientip" | "" | null>
    | undefined;
  /** Your own data: at most 10 keys, each value a text of at most 255 characters or null. Keys are kept as they are. Changing it replaces the resource. */
  domainMetadata?: Input<Record<string, Input<string | null>>> | undefined;
  /** Relying party id for passkeys on this domain: the domain itself or a registrable suffix of it, at most 255 characters. Default: the domain. Changing it replaces the resource. */
  relyingPartyIdentifier?: Input<string> | undefined;
  /** Take over a custom domain of this very name if the service has one, in place of failing or making another. Default: false. Looked at when the resource is created only. */
  adopt?: Input<boolean> | undefined;
}

/** Properties of `CustomDomain`, beside `id` and `urn`. */
export interface CustomDomainOutputs {
  /** The domain name: 3 to 255 characters, dot-separated labels of 1 to 63 letters, digits and inner hyphens. Unique at the service. */
  readonly domain: Output<string>;
  /** Who manages the certificates. */
  readonly type: Output<"service_managed_certs" | "self_managed_certs">;
  /** How the domain is verified. Default: `txt`. */
  readonly verificationMethod: Output<"txt" | undefined>;
  /** TLS versions allowed; `recommended` is TLS 1.2 only. Default: `recommended`. Only with `service_managed_certs`. */
  readonly tlsPolicy: Output<"recommended" | undefined>;
  /** HTTP header from which the client's IP address is taken; `""` and null mean none. Only with `self_managed_certs`. Removing it sets it to null. */
  readonly customClientIpHeader: Output<
    "true-client-ip" | "cf-connecting-ip" | "x-forwarded-for" | "x-azure-clientip" | "" | null | undefined
  >;
  /** Your own data: at most 10 keys, each value a text of at most 255 characters or null. Keys are kept as they are. */
  readonly domainMetadata: Output<Record<string, string | null> | undefined>;
  /** Relying party id for passkeys on this domain: the domain itself or a registrable suffix of it, at most 255 characters. Default: the domain. */
  readonly relyingPartyIdentifier: Output<string | undefined>;
  /** Id that the service gave the domain. */
  readonly customDomainId: Output<string>;
  /** Whether this is a primary domain. */
  readonly primary: Output<boolean | undefined>;
  /** Whether this is the default custom domain. */
  readonly isDefault: Output<boolean | undefined>;
  /** `pending_verification`, `ready` or `failed`. */
  readonly status: Output<string | undefined>;
  /** How the domain is verified, as the service tells it. */
  readonly verification: Output<CustomDomainVerificationState | undefined>;
  /** The certificate; only of domains with service-managed certificates, and only once there is one. */
  readonly certificate: Output<CustomDomainCertificate | undefined>;
  /** The DNS records that prove the domain, ready for a DNS resource. */
  readonly verificationRecords: Output<VerificationRecord[]>;
  /** The first of `verificationRecords`. */
  readonly verificationRecord: Output<VerificationRecord>;
}

/** @internal What a program can read before the engine answers. */
export const customDomainOutputs: readonly (keyof CustomDomainOutputs)[] = [
  "domain",
  "type",
  "verificationMethod",
  "tlsPolicy",
  "customClientIpHeader",
  "domainMetadata",
  "relyingPartyIdentifier",
  "customDomainId",
  "primary",
  "isDefault",
  "status",
  "verification",
  "certificate",
  "verificationRecords",
  "verificationRecord",
];

/** Arguments of `CustomDomainVerification`. */
export interface CustomDomainVerificationArgs {
  /** Id of the custom domain: the `customDomainId` of a `CustomDomain`. Changing it replaces the resource. */
  customDomainId: Input<string>;
  /** Names of the DNS records: only makes this resource wait until they are created. */
  recordFqdns?: Input<Input<string>[]> | undefined;
  /** Seconds to wait until the domain is ready, at most 86400. Default: 600. */
  timeoutSeconds?: Input<number> | undefined;
  /** Seconds between two looks at the domain, at most `timeoutSeconds`. Default: 5. The service is asked to verify at most once in 15 seconds. */
  pollIntervalSeconds?: Input<number> | undefined;
}

/** Properties of `CustomDomainVerification`, beside `id` and `urn`. */
export interface CustomDomainVerificationOutputs {
  /** Id of the custom domain: the `customDomainId` of a `CustomDomain`. */
  readonly customDomainId: Output<string>;
  /** The domain name. */
  readonly domain: Output<string | undefined>;
  /** `ready`; after a refresh what the service says then. */
  readonly status: Output<string>;
  /** When the domain was last verified: date and time. */
  readonly lastVerifiedAt: Output<string | undefined>;
  /** The certificate; only of domains with service-managed certificates, and only once there is one. */
  readonly certificate: Output<CustomDomainCertificate | undefined>;
}

/** @internal What a program can read before the engine answers. */
export const customDomainVerificationOutputs: readonly (keyof CustomDomainVerificationOutputs)[] = [
  "customDomainId",
  "domain",
  "status",
  "lastVerifiedAt",
  "certificate",
];

/** Arguments of `EventRedelivery`. */
export interface EventRedeliveryArgs {
  /** Id of the event stream: exactly 26 characters. Changing it replaces the resource. */
  eventStreamId: Input<string>;
  /** Id of the failed event: exactly 26 characters. Changing it replaces the resource. */
  eventId: Input<string>;
  /** Any texts of your own: a change of one redelivers the event again. Changing it replaces the resource. */
  triggers?: Input<Record<string, Input<string>>> | undefined;
}

/** Properties of `EventRedelivery`, beside `id` and `urn`. */
export interface EventRedeliveryOutputs {
  /** Id of the event stream: exactly 26 characters. */
  readonly eventStreamId: Output<string>;
  /** Id of the failed event: exactly 26 characters. */
  readonly eventId: Output<string>;
  /** Any texts of your own: a change of one redelivers the event again. */
  readonly triggers: Output<Record<string, string> | undefined>;
  /** When the service accepted the redelivery: ISO 8601 date and time, by this machine's clock. Missing while that is not known. */
  readonly acceptedAt: Output<string>;
}

/** @internal What a program can read before the engine answers. */
export const eventRedeliveryOutputs: readonly (keyof EventRedeliveryOutputs)[] = [
  "eventStreamId",
  "eventId",
  "triggers",
  "acceptedAt",
];

/** Arguments of `Role`. */
export interface RoleArgs {
  /** Name of the role. */
  name: Input<string>;
  /** What the role is for. Default: the empty text. Removing it sets it to `""`. */
  description?: Input<string> | undefined;
  /** Take over a role that has this very name if the service has one, in place of failing or making another. Default: false. Looked at when the resource is created only. */
  adopt?: Input<boolean> | undefined;
}

/** Properties of `Role`, beside `id` and `urn`. */
export interface RoleOutputs {
  /** Name of the role. */
  readonly name: Output<string>;
  /** What the role is for. Default: the empty text. Removing it sets it to `""`. */
  readonly description: Output<string | undefined>;
  /** Id that the service gave the role. */
  readonly roleId: Output<string>;
}

/** @internal What a program can read before the engine answers. */
export const roleOutputs: readonly (keyof RoleOutputs)[] = ["name", "description", "roleId"];

/** Arguments of `VcTemplate`. */
export interface VcTemplateArgs {
  /** Id of a template that exists, 1 to 26 characters: it is taken over, changed where declared, and left at the service by destroy. Without it a template is made, which needs all of `name`, `type`, `dialect`, `presentation` and `wellKnownTrustedIssuers`. Changing it replaces the resource. */
  templateId?: Input<string> | undefined;
  /** Template name: 1 to 255 characters. */
  name?: Input<string> | undefined;
  /** Template type: 1 to 255 characters. */
  type?: Input<string> | undefined;
  /** Dialect of `presentation`: `simplified/1.0`. */
  dialect?: Input<"simplified/1.0"> | undefined;
  /** What is requested: document type → namespace → attribute → true. Keys are kept as they are; an attribute that the interface does not name passes with a warning. */
  presentation?:
    | Input<
        Record<
          string,
          Input<
            Record<
              string,
              Input<{
                family_name?: Input<boolean> | undefined;
                given_name?: Input<boolean> | undefined;
                birth_date?: Input<boolean> | undefined;
                issue_date?: Input<boolean> | undefined;
                expiry_date?: Input<boolean> | undefined;
                issuing_country?: Input<boolean> | undefined;
                issuing_authority?: Input<boolean> | undefined;
                portrait?: Input<boolean> | undefined;
                driving_privileges?: Input<boolean> | undefined;
                resident_address?: Input<boolean> | undefined;
                portrait_capture_date?: Input<boolean> | undefined;
                age_in_years?: Input<boolean> | undefined;
                age_birth_year?: Input<boolean> | undefined;
                issuing_jurisdiction?: Input<boolean> | undefined;
                nationality?: Input<boolean> | undefined;
                resident_city?: Input<boolean> | undefined;
                resident_state?: Input<boolean> | undefined;
                resident_postal_code?: Input<boolean> | undefined;
                resident_country?: Input<boolean> | undefined;
                family_name_national_character?: Input<boolean> | undefined;
                given_name_national_character?: Input<boolean> | undefined;
                [other: string]: Input<boolean> | undefined;
              }>
            >
          >
        >
      >
    | undefined;
  /** Trusted issuers: `aamva`. */
  wellKnownTrustedIssuers?: Input<"aamva"> | undefined;
  /** Version number. The service does not answer it, so that its drift is not noticed. */
  version?: Input<number> | undefined;
}

/** Properties of `VcTemplate`, beside `id` and `urn`. */
export interface VcTemplateOutputs {
  /** Id of the template. */
  readonly templateId: Output<string>;
  /** Template name: 1 to 255 characters. */
  readonly name: Output<string | undefined>;
  /** Template type: 1 to 255 characters. */
  readonly type: Output<string | undefined>;
  /** Dialect of `presentation`: `simplified/1.0`. */
  readonly dialect: Output<"simplified/1.0" | undefined>;
  /** What is requested: document type → namespace → attribute → true. Keys are kept as they are; an attribute that the interface does not name passes with a warning. */
  readonly presentation: Output<
    | Record<
        string,
        Record<
          string,
          {
            family_name?: boolean | undefined;
            given_name?: boolean | undefined;
            birth_date?: boolean | undefined;
            issue_date?: boolean | undefined;
            expiry_date?: boolean | undefined;
            issuing_country?: boolean | undefined;
            issuing_authority?: boolean | undefined;
            portrait?: boolean | undefined;
            driving_privileges?: boolean | undefined;
            resident_address?: boolean | undefined;
            portrait_capture_date?: boolean | undefined;
            age_in_years?: boolean | undefined;
            age_birth_year?: boolean | undefined;
            issuing_jurisdiction?: boolean | undefined;
            nationality?: boolean | undefined;
            resident_city?: boolean | undefined;
            resident_state?: boolean | undefined;
            resident_postal_code?: boolean | undefined;
            resident_country?: boolean | undefined;
            family_name_national_character?: boolean | undefined;
            given_name_national_character?: boolean | undefined;
            [other: string]: boolean | undefined;
          }
        >
      >
    | undefined
  >;
  /** Trusted issuers: `aamva`. */
  readonly wellKnownTrustedIssuers: Output<"aamva" | undefined>;
  /** Version number. The service does not answer it, so that its drift is not noticed. */
  readonly version: Output<number | undefined>;
  /** Certificate authority of your own, 1 to 4096 characters. */
  readonly customCertificateAuthority: Output<string | undefined>;
  /** ISO 8601 date and time. */
  readonly createdAt: Output<string | undefined>;
  /** ISO 8601 date and time. */
  readonly updatedAt: Output<string | undefined>;
}

/** @internal What a program can read before the engine answers. */
export const vcTemplateOutputs: readonly (keyof VcTemplateOutputs)[] = [
  "templateId",
  "name",
  "type",
  "dialect",
  "presentation",
  "wellKnownTrustedIssuers",
  "version",
  "customCertificateAuthority",
  "createdAt",
  "updatedAt",
];

/** How a custom domain is verified. */
export interface CustomDomainVerificationState {
  /** The ways in which the domain can be verified. */
  readonly methods?: { name: string; record: string; domain?: string | undefined }[] | undefined;
  /** `verified`, `pending` or `failed`. */
  readonly status?: string | undefined;
  /** Why the verification failed. */
  readonly errorMsg?: string | undefined;
  /** When the domain was last verified: date and time. */
  readonly lastVerifiedAt?: string | undefined;
}

/** The certificate of a custom domain. */
export interface CustomDomainCertificate {
  /** `provisioning`, `provisioning_failed`, `provisioned` or `renewing_failed`. */
  readonly status?: string | undefined;
  /** Why provisioning or renewing failed. */
  readonly errorMsg?: string | undefined;
  /** `letsencrypt` or `googletrust`. */
  readonly certificateAuthority?: string | undefined;
  /** The certificate is renewed before this date. */
  readonly renewsBefore?: string | undefined;
}

/** A DNS record that proves a domain, as DNS resources take it. */
export interface VerificationRecord {
  /** Fully qualified record name without trailing dot. */
  readonly name: string;
  /** Record type. */
  readonly type: "CNAME" | "TXT";
  /** Content of the record. */
  readonly value: string;
}
