import type { Inputs } from "@pulumi/pulumi";

/** What other programs rely on of a resource type: names that must never change. */
export interface Contract {
  /** A program's inputs, every one of them set. */
  readonly inputs: Inputs;
  /** Inputs that only steer the provider: no properties of the resource. */
  readonly steering?: readonly string[];
  /** Properties beside the inputs. */
  readonly outputs: readonly string[];
  /** Redeliveries cannot be read, so they have no `get`. */
  readonly readable: boolean;
}

/** Written by hand, so that a change of the schemas that breaks programs is seen. */
export const contracts: Readonly<Record<string, Contract>> = {
  CustomDomain: {
    inputs: {
      domain: "login.example.com",
      type: "self_managed_certs",
      verificationMethod: "txt",
      tlsPolicy: "recommended",
      customClientIpHeader: null,
      domainMetadata: { "cost centre": "4711", Owner: null },
      relyingPartyIdentifier: "example.com",
      adopt: true,
    },
    steering: ["adopt"],
    outputs: [
      "customDomainId",
      "primary",
      "isDefault",
      "status",
      "verification",
      "certificate",
      "verificationRecords",
      "verificationRecord",
    ],
    readable: true,
  },
  CustomDomainVerification: {
    inputs: {
      customDomainId: "cd_0123456789abcdef",
      recordFqdns: ["_cf-custom-hostname.login.example.com"],
      timeoutSeconds: 600,
      pollIntervalSeconds: 15,
    },
    steering: ["recordFqdns", "timeoutSeconds", "pollIntervalSeconds"],
    outputs: ["domain", "status", "lastVerifiedAt", "certificate"],
    readable: true,
  },
  EventRedelivery: {
    inputs: {
      eventStreamId: "est_0123456789abcdefghijkl",
      eventId: "evt_0123456789abcdefghijkl",
      triggers: { release: "42" },
    },
    outputs: ["acceptedAt"],
    readable: false,
  },
  Role: {
    inputs: { name: "admin", description: "May do anything", adopt: true },
    steering: ["adopt"],
    outputs: ["roleId"],
    readable: true,
  },
  VcTemplate: {
    inputs: {
      templateId: "vct_0123456789",
      name: "licence",
      type: "mdl",
      dialect: "simplified/1.0",
      presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
      wellKnownTrustedIssuers: "aamva",
      version: 1,
    },
    outputs: ["customCertificateAuthority", "createdAt", "updatedAt"],
    readable: true,
  },
};
