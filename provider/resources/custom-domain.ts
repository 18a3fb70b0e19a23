// docs/service.md, "Custom domain". Only the create is documented; read, update, delete and lookup are conventional
// operations.
import * as z from "zod";
import { path } from "../client/path.ts";
import { sameWithout } from "../lifecycle/compare.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import type { Failure, Props } from "../lifecycle/handlers.ts";
import { input, output } from "../lifecycle/property.ts";
import { hostname, openEnum, sameHostname, text, writeOnly } from "../lifecycle/property-types.ts";
import { adoptInput } from "./adopt-input.ts";
import { certificateOutput } from "./certificate.ts";
import { isRelyingPartyOf } from "./relying-party.ts";
import {
  foreignRecordWarning,
  verificationRecordsOf,
  verificationRecordType,
  verificationType,
} from "./verification-records.ts";

const maxMetadataProperties = 10;

/** Null and the empty string both mean that the service reads no header. */
const isSameHeader = (left: unknown, right: unknown) => (left || null) === (right || null);

export const customDomain = defineResource({
  type: "CustomDomain",
  description: "A custom domain of the account. It accepts requests once it is verified.",
  example: {
    name: "login",
    id: "cd_4Vt8yLm2QxW9pRz6",
    inputs: {
      domain: "login.example.com",
      type: "self_managed_certs",
      customClientIpHeader: "cf-connecting-ip",
      domainMetadata: { "cost centre": "1200" },
    },
  },
  properties: {
    domain: input(
      hostname({ min: 3 }),
      "The domain name: dot-separated labels of 1 to 63 letters, digits and inner hyphens. Unique at the service.",
    ).replaces({ same: sameHostname }),
    type: input(
      z.enum(["service_managed_certs", "self_managed_certs"]),
      "Who manages the certificates.",
    ).replaces(),
    verificationMethod: input(writeOnly(z.enum(["txt"])), "How the domain is verified.")
      .optional()
      .replaces({ default: "txt" }),
    tlsPolicy: input(z.enum(["recommended"]), "TLS versions allowed; `recommended` is TLS 1.2 only.")
      .optional()
      .updates({ default: "recommended", onRemoval: "recommended" }),
    customClientIpHeader: input(
      z.enum(["true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", ""]).nullable(),
      'HTTP header from which the client\'s IP address is taken; `""` and null mean none.',
    )
      .optional()
      .updates({ default: null, onRemoval: null, same: isSameHeader, absentIsDefault: true }),
    domainMetadata: input(
      z
        .record(z.string(), text({ max: 255 }).nullable())
        .refine(
          (metadata) => Object.keys(metadata).length <= maxMetadataProperties,
          `must have at most ${maxMetadataProperties} properties`,
        ),
      `Your own data: at most ${maxMetadataProperties} keys, each value a string of at most 255 characters or null. Keys are sent as they are.`,
    )
      .optional()
      .replaces({ default: {}, same: sameWithout(null) }),
    relyingPartyIdentifier: input(
      hostname(),
      "Relying party id for passkeys on this domain: the domain itself or a registrable suffix of it.",
    )
      .optional()
      .replaces({
        default: ({ domain }) => domain,
        defaultInWords: "the domain",
        same: sameHostname,
        absentIsDefault: true,
      }),
    adopt: adoptInput("custom domain of exactly this name"),
    customDomainId: output(text(), "Id that the service gave the domain."),
    primary: output(z.boolean(), "Whether this is a primary domain.").optional().stable(),
    isDefault: output(z.boolean(), "Whether this is the default custom domain.").optional().stable(),
    status: output(openEnum("pending_verification", "ready", "failed"), "State of the domain.").optional(),
    verification: output(
      verificationType,
      "How the domain is verified, as the service returns it.",
    ).optional(),
    certificate: certificateOutput,
    verificationRecords: output(
      z.array(verificationRecordType),
      "The DNS records that prove the domain, in the form that DNS resources take.",
    )
      .derived(verificationRecordsOf)
      .stable(),
    verificationRecord: output(verificationRecordType, "The first of `verificationRecords`.")
      .derived((properties) => verificationRecordsOf(properties)?.[0])
      .stable(),
  },
  collection: {
    path: path`/custom-domains`,
    scope: "custom_domains",
    idProperty: "customDomainId",
    wireId: "custom_domain_id",
    // A new domain awaits its verification.
    naturalKey: { property: "domain", isUnique: true, isOlder: ({ status }) => status === "ready" },
    functionArguments: ["domain", "customDomainId"],
    documented: ["create"],
  },
  variants: [
    {
      when: { property: "type", is: "service_managed_certs" },
      forbids: ["customClientIpHeader"],
      remedy: "remove it, or use self_managed_certs",
    },
    {
      when: { property: "type", is: "self_managed_certs" },
      forbids: ["tlsPolicy"],
      remedy: "remove it, or use service_managed_certs",
    },
  ],
  rules: [relyingPartyRule],
  replacementWarning,
  createdWarning: foreignRecordWarning,
});

/** A preview shows the replacement, but not what it means, nor that the cause may be a change at the service. */
function replacementWarning({ status }: Props, changed: readonly string[]): string | undefined {
  if (status === "pending_verification" || status === "failed") return undefined;
  const isLive = status === "ready" ? " It is live." : "";
  const names = changed.join(" and ");
  const ignored = changed.map((name) => JSON.stringify(name)).join(", ");
  return [
    `${names} ${changed.length > 1 ? "differ" : "differs"} from what the program declares, and cannot be updated:`,
    `the domain will be replaced.${isLive} It is deleted first, and the new one accepts no requests until it is`,
    "verified. If the change was made at the service, or the service itself writes the value differently (in lower",
    "case, for example), declare in the program what it returns, or set the resource option",
    `ignoreChanges: [${ignored}]. The option protect: true refuses the replacement.`,
  ].join(" ");
}

function relyingPartyRule(inputs: {
  domain?: string;
  relyingPartyIdentifier?: string | undefined;
}): Failure[] {
  const { domain, relyingPartyIdentifier } = inputs;
  if (domain === undefined || relyingPartyIdentifier === undefined) return [];
  if (isRelyingPartyOf(relyingPartyIdentifier, domain)) return [];
  return [
    {
      property: "relyingPartyIdentifier",
      reason:
        "must be the domain or a registrable suffix of it (a public suffix such as com or co.uk is not)",
    },
  ];
}
