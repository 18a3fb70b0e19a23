// Custom domains: interface sections 2.1 to 2.4 and 4.1. Everything but the create is a conventional operation.
import { z } from "zod";
import { path } from "../client/path.ts";
import { type Collection, deleteItem, readItem, updateItem } from "../lifecycle/collection.ts";
import { type Fields, sameWithout } from "../lifecycle/compare.ts";
import { createItem } from "../lifecycle/create.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import type { Failure, Props } from "../lifecycle/handlers.ts";
import { adopt, hostnamePattern, oneOf, sameHostname, textOf } from "../lifecycle/property-types.ts";
import { certificate, verification, verificationRecord } from "./custom-domain-outputs.ts";
import { customDomainShape } from "./custom-domain-wire.ts";
import { isRelyingPartyOf } from "./relying-party.ts";

/** Longest domain, relying party identifier and metadata value, in characters. */
const longest = 255;

const inputs = () =>
  z.object({
    domain: textOf({ min: 3, max: longest })
      .regex(
        hostnamePattern,
        "must be dot-separated labels of 1 to 63 letters, digits and inner hyphens, such as login.example.com",
      )
      .meta({
        description:
          "The domain name: 3 to 255 characters, dot-separated labels of 1 to 63 letters, digits and inner hyphens. Unique at the service.",
      }),
    type: oneOf("service_managed_certs", "self_managed_certs").meta({
      description: "Who manages the certificates.",
    }),
    verificationMethod: oneOf("txt")
      .optional()
      .meta({ description: "How the domain is verified. Default: `txt`." }),
    tlsPolicy: oneOf("recommended").optional().meta({
      description:
        "TLS versions allowed; `recommended` is TLS 1.2 only. Default: `recommended`. Only with `service_managed_certs`.",
    }),
    customClientIpHeader: oneOf(
      "true-client-ip",
      "cf-connecting-ip",
      "x-forwarded-for",
      "x-azure-clientip",
      "",
    )
      .nullable()
      .optional()
      .meta({
        description:
          'HTTP header from which the client\'s IP address is taken; `""` and null mean none. Only with `self_managed_certs`. Removing it sets it to null.',
      }),
    domainMetadata: z
      .record(
        z.string(),
        textOf({ max: longest }).nullable(),
        "must be an object whose values are texts or null",
      )
      .refine((metadata) => Object.keys(metadata).length <= 10, "must have at most 10 properties")
      .optional()
      .meta({
        description:
          "Your own data: at most 10 keys, each value a text of at most 255 characters or null. Keys are kept as they are.",
      }),
    relyingPartyIdentifier: textOf({ max: longest })
      .regex(hostnamePattern, "must be a host name, such as example.com")
      .optional()
      .meta({
        description:
          "Relying party id for passkeys on this domain: the domain itself or a registrable suffix of it, at most 255 characters. Default: the domain.",
      }),
    adopt: adopt("custom domain of this very name"),
  });

type Inputs = z.infer<ReturnType<typeof inputs>>;

const outputs = () => {
  const record = verificationRecord();
  return z.object({
    customDomainId: z.string().meta({ description: "Id that the service gave the domain." }),
    primary: z.boolean().optional().meta({ description: "Whether this is a primary domain." }),
    isDefault: z.boolean().optional().meta({ description: "Whether this is the default custom domain." }),
    status: z.string().optional().meta({ description: "`pending_verification`, `ready` or `failed`." }),
    verification: verification(),
    certificate: certificate(),
    verificationRecords: z
      .array(record)
      .meta({ description: "The DNS records that prove the domain, ready for a DNS resource." }),
    verificationRecord: record.meta({ description: "The first of `verificationRecords`." }),
  });
};

/** Null and the empty text both mean that no header is read. */
const sameHeader = (left: unknown, right: unknown) => (left || null) === (right || null);

// The one list of what can be updated in place: all else replaces the domain, deleted first because its name is unique.
const fields = {
  domain: { onChange: "replace", same: sameHostname },
  type: { onChange: "replace" },
  verificationMethod: { onChange: "replace", default: "txt" },
  tlsPolicy: { onChange: "update", default: "recommended", reset: "recommended" },
  customClientIpHeader: { onChange: "update", default: null, reset: null, same: sameHeader },
  domainMetadata: { onChange: "replace", default: {}, same: sameWithout(null) },
  relyingPartyIdentifier: { onChange: "replace", default: ({ domain }: Props) => domain, same: sameHostname },
  adopt: { onChange: "ignore" },
} satisfies Fields;

/** The collection `/custom-domains`. */
export const customDomains: Collection = {
  ...customDomainShape,
  path: path`/custom-domains`,
  scope: "custom_domains",
  fields,
  adoptHint: "take it over with adopt: true",
  toWire: (props) => ({
    domain: props.domain,
    type: props.type,
    verification_method: props.verificationMethod,
    tls_policy: props.tlsPolicy,
    custom_client_ip_header: props.customClientIpHeader,
    domain_metadata: props.domainMetadata,
    relying_party_identifier: props.relyingPartyIdentifier,
  }),
  naturalKey: {
    describe: ({ domain }) => `the domain ${JSON.stringify(domain)}`,
    matches: (live, { domain }) => sameHostname(live.props.domain, domain),
  },
};

export const customDomain = defineResource({
  type: "CustomDomain",
  inputs,
  outputs,
  fields,
  deleteBeforeReplace: true,
  rules: [typeRule, relyingPartyRule],
  subject: ({ domain, id }) => `CustomDomain ${JSON.stringify(domain ?? id)}`,
  verbs: {
    create: (context, inputs) => createItem(context, customDomains, inputs),
    read: (context, id) => readItem(context, customDomains, id),
    update: (context, id, patch) => updateItem(context, customDomains, id, patch),
    delete: (context, id) => deleteItem(context, customDomains, id),
  },
});

/** Interface section 4.1, rules 1 and 2. */
function typeRule({ type, tlsPolicy, customClientIpHeader }: Partial<Inputs>): Failure[] {
  if (type === "self_managed_certs" && tlsPolicy !== undefined) {
    return [
      {
        property: "tlsPolicy",
        reason: "must not be set when type is self_managed_certs: remove it, or use service_managed_certs",
      },
    ];
  }
  if (type === "service_managed_certs" && customClientIpHeader !== undefined) {
    return [
      {
        property: "customClientIpHeader",
        reason: "must not be set when type is service_managed_certs: remove it, or use self_managed_certs",
      },
    ];
  }
  return [];
}

/** Interface section 4.1, rule 3. */
function relyingPartyRule({ domain, relyingPartyIdentifier }: Partial<Inputs>): Failure[] {
  if (
    domain === undefined ||
    relyingPartyIdentifier === undefined ||
    isRelyingPartyOf(relyingPartyIdentifier, domain)
  )
    return [];
  return [
    {
      property: "relyingPartyIdentifier",
      reason: `must be ${domain} or a registrable suffix of it (a public suffix such as com or co.uk is not), not ${relyingPartyIdentifier}`,
    },
  ];
}
