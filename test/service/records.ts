import type { JWK } from "jose";

/** A record that proves the control of a domain, section 2.3 of the interface. */
export interface VerificationMethod {
  name: "cname" | "txt";
  record: string;
  /** Name of the record; without it the record's name is the domain itself. */
  domain?: string;
}

/** Section 2.3 of the interface. */
export interface Verification {
  methods: VerificationMethod[];
  status: "verified" | "pending" | "failed";
  error_msg?: string;
  last_verified_at?: string;
}

/** Section 2.4 of the interface. */
export interface Certificate {
  status: "provisioning" | "provisioning_failed" | "provisioned" | "renewing_failed";
  error_msg?: string;
  certificate_authority?: "letsencrypt" | "googletrust";
  renews_before?: string;
}

/** What a caller decides about a domain, section 2.1 of the interface. */
export interface NewDomain {
  domain: string;
  type: "service_managed_certs" | "self_managed_certs";
  tls_policy?: "recommended";
  custom_client_ip_header?: string | null;
  domain_metadata?: Record<string, string | null>;
  relying_party_identifier?: string;
}

/** Section 2.2 of the interface. */
export interface CustomDomain extends NewDomain {
  custom_domain_id: string;
  primary: boolean;
  is_default: boolean;
  status: "pending_verification" | "ready" | "failed";
  verification: Verification;
  certificate?: Certificate;
}

/** Document type → namespace → attribute → whether it is asked for; section 2.6 of the interface. */
export type Presentation = Record<string, Record<string, Record<string, boolean>>>;

/** Section 2.5 of the interface, and the version, which is kept but not shown. */
export interface Template {
  id: string;
  name: string;
  type: string;
  dialect: string;
  presentation: Presentation;
  well_known_trusted_issuers: string;
  custom_certificate_authority?: string;
  version?: number;
  created_at: string;
  updated_at: string;
}

/** Section 2.7 of the interface. */
export interface Role {
  id: string;
  name: string;
  description?: string;
}

/** One accepted redelivery, so one delivery. */
export interface Redelivery {
  eventStreamId: string;
  eventId: string;
  at: string;
}

/** The keys and clients of the authorisation server. */
export interface Identity {
  signingKey: JWK;
  client: { id: string; secret: string };
  keyClient: { id: string; privateKey: string; keyId: string; algorithm: string };
  /** Every address that it ever issued tokens under: the port may change at a restart. */
  issuers: string[];
}
