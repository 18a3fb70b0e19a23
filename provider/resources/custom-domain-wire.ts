// What the service says of a custom domain: interface sections 2.2 to 2.4. Shared by CustomDomain and CustomDomainVerification.
import { z } from "zod";
import type { Props } from "../handlers.ts";
import type { Live } from "../resource.ts";
import { id, optionalEnum, optionalFlag, optionalText, tolerant, userMap } from "../schema.ts";

const methodWire = z.object({ name: z.string(), record: z.string(), domain: optionalText });

const verificationWire = z.object({
  methods: tolerant(z.array(methodWire)),
  status: optionalEnum,
  error_msg: optionalText,
  last_verified_at: optionalText,
});

const certificateWire = z.object({
  status: optionalEnum,
  error_msg: optionalText,
  certificate_authority: optionalEnum,
  renews_before: optionalText,
});

const customDomainShape = z.object({
  custom_domain_id: id,
  domain: optionalText,
  type: optionalEnum,
  primary: optionalFlag,
  is_default: optionalFlag,
  status: optionalEnum,
  tls_policy: optionalEnum,
  custom_client_ip_header: z.string().toLowerCase().nullish().catch(undefined),
  domain_metadata: tolerant(userMap(z.string().nullable())),
  relying_party_identifier: optionalText,
  verification: tolerant(verificationWire),
  certificate: tolerant(certificateWire),
});

/** A custom domain as the service answers it, read into the program's spelling. */
export const customDomainWire: z.ZodType<Live> = customDomainShape.transform(
  ({ custom_domain_id, ...wire }) => {
    const records = verificationRecords(wire);
    const props: Props = {
      customDomainId: custom_domain_id,
      domain: wire.domain,
      type: wire.type,
      primary: wire.primary,
      isDefault: wire.is_default,
      status: wire.status,
      tlsPolicy: wire.tls_policy,
      customClientIpHeader: wire.custom_client_ip_header,
      domainMetadata: wire.domain_metadata,
      relyingPartyIdentifier: wire.relying_party_identifier,
      verification: wire.verification && {
        methods: wire.verification.methods,
        status: wire.verification.status,
        errorMsg: wire.verification.error_msg,
        lastVerifiedAt: wire.verification.last_verified_at,
      },
      certificate: readCertificate(wire.certificate),
      verificationRecords: records,
      verificationRecord: records?.[0],
    };
    return { id: custom_domain_id, props };
  },
);

/** A DNS record that proves the domain: fully qualified name without trailing dot, as DNS resources take it. */
export interface VerificationRecord {
  readonly name: string;
  readonly type: "CNAME" | "TXT";
  readonly value: string;
}

type CustomDomainShape = z.infer<typeof customDomainShape>;

/** Undefined when the answer names no methods, or not all record names. */
function verificationRecords(
  wire: Pick<CustomDomainShape, "domain" | "verification">,
): VerificationRecord[] | undefined {
  const methods = wire.verification?.methods?.filter(({ name }) => isRecordType(name.toUpperCase()));
  if (!methods?.every(({ domain }) => domain ?? wire.domain)) return undefined;
  return methods.map(({ name, record, domain }) => {
    const type = name.toUpperCase() as VerificationRecord["type"];
    const value = type === "CNAME" ? withoutDot(record) : record;
    return { name: withoutDot(domain ?? wire.domain ?? ""), type, value };
  });
}

function isRecordType(type: string): type is VerificationRecord["type"] {
  return type === "CNAME" || type === "TXT";
}

function readCertificate(certificate: CustomDomainShape["certificate"]): Props | undefined {
  return (
    certificate && {
      status: certificate.status,
      errorMsg: certificate.error_msg,
      certificateAuthority: certificate.certificate_authority,
      renewsBefore: certificate.renews_before,
    }
  );
}

function withoutDot(name: string): string {
  return name.replace(/\.$/, "");
}
