// What the service says of a custom domain: interface sections 2.2 to 2.4. Shared by CustomDomain and CustomDomainVerification.

import { choice, flag, listOf, mapOf, objectOf, orNull, text } from "../client/json.ts";
import type { ItemShape } from "../lifecycle/collection.ts";

export const customDomainShape: ItemShape = {
  noun: "custom domain",
  idKey: "custom_domain_id",
  fromWire(answer, id) {
    const domain = text(answer.domain);
    const verification = readVerification(answer.verification);
    const verificationRecords = recordsFrom(domain, verification?.methods);
    return {
      customDomainId: id,
      domain,
      type: choice(answer.type),
      primary: flag(answer.primary),
      isDefault: flag(answer.is_default),
      status: choice(answer.status),
      tlsPolicy: choice(answer.tls_policy),
      customClientIpHeader: readHeaderName(answer.custom_client_ip_header),
      domainMetadata: readMetadata(answer.domain_metadata),
      relyingPartyIdentifier: text(answer.relying_party_identifier),
      verification,
      certificate: readCertificate(answer.certificate),
      verificationRecords,
      verificationRecord: verificationRecords?.[0],
    };
  },
};

const readHeaderName = orNull(choice);
const readMetadata = mapOf(orNull(text));

interface Method {
  readonly name: string;
  readonly record: string;
  readonly domain: string | undefined;
}

const readMethods = listOf(
  objectOf<Method>((method) => {
    const [name, record] = [text(method.name), text(method.record)];
    if (name === undefined || record === undefined) return undefined;
    return { name, record, domain: text(method.domain) };
  }),
);

const readVerification = objectOf((verification) => ({
  methods: readMethods(verification.methods),
  status: choice(verification.status),
  errorMsg: text(verification.error_msg),
  lastVerifiedAt: text(verification.last_verified_at),
}));

const readCertificate = objectOf((certificate) => ({
  status: choice(certificate.status),
  errorMsg: text(certificate.error_msg),
  certificateAuthority: choice(certificate.certificate_authority),
  renewsBefore: text(certificate.renews_before),
}));

/** A DNS record that proves the domain: fully qualified name without trailing dot, as DNS resources take it. */
export interface VerificationRecord {
  readonly name: string;
  readonly type: "CNAME" | "TXT";
  readonly value: string;
}

/** Undefined when the answer names no methods, or not all record names. */
function recordsFrom(
  ownName: string | undefined,
  methods: readonly Method[] | undefined,
): VerificationRecord[] | undefined {
  const known = methods?.filter(({ name }) => isRecordType(name.toUpperCase()));
  if (!known?.every(({ domain }) => domain ?? ownName)) return undefined;
  return known.map(({ name, record, domain }) => {
    const type = name.toUpperCase() as VerificationRecord["type"];
    const value = type === "CNAME" ? withoutDot(record) : record;
    return { name: withoutDot(domain ?? ownName ?? ""), type, value };
  });
}

function isRecordType(type: string): type is VerificationRecord["type"] {
  return type === "CNAME" || type === "TXT";
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, "");
}
