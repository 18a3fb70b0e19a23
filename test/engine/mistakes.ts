import type { Args } from "./harness-program.ts";

/** Arguments of one resource, and what the message says for each property path that is refused. */
export type Mistake = [title: string, type: string, args: Args, refused: Record<string, RegExp>];

const domain = "login.example.co.uk";

/** What every host refuses. */
export const mistakes: Mistake[] = [
  [
    "a domain without its required properties, and with an unknown property",
    "CustomDomain",
    { colour: "red" },
    {
      domain: /is required/,
      type: /service_managed_certs|required/,
      colour: /not a property.*Allowed are domain, type/s,
    },
  ],
  [
    "a domain that is too short, and values that are not allowed",
    "CustomDomain",
    {
      domain: "ab",
      type: "own",
      verificationMethod: "cname",
      tlsPolicy: "old",
      customClientIpHeader: "x-real-ip",
    },
    {
      domain: /3 to 255/,
      type: /"service_managed_certs", "self_managed_certs"/,
      verificationMethod: /"txt"/,
      tlsPolicy: /"recommended"/,
      customClientIpHeader: /"true-client-ip", "cf-connecting-ip", "x-forwarded-for", "x-azure-clientip", ""/,
    },
  ],
  [
    "a domain and an identifier that are too long, and too many metadata keys",
    "CustomDomain",
    {
      domain: `${"a.".repeat(127)}ab`,
      type: "self_managed_certs",
      relyingPartyIdentifier: `${"a.".repeat(127)}ab`,
      domainMetadata: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`key${index}`, "value"])),
    },
    { domain: /3 to 255/, relyingPartyIdentifier: /255/, domainMetadata: /at most 10/ },
  ],
  [
    "a label of 64 characters, and metadata values that are too long or no strings",
    "CustomDomain",
    {
      domain: `${"a".repeat(64)}.example.com`,
      type: "self_managed_certs",
      domainMetadata: { long: "x".repeat(256), number: 1 },
    },
    { domain: /1 to 63/, "domainMetadata.long": /255/, "domainMetadata.number": /a string/ },
  ],
  [
    "a label that begins with a hyphen, and metadata that is not an object",
    "CustomDomain",
    { domain: "-login.example.com", type: "self_managed_certs", domainMetadata: "text" },
    { domain: /inner hyphens/, domainMetadata: /object/ },
  ],
  [
    "a TLS policy with self-managed certificates, and a public suffix as identifier",
    "CustomDomain",
    { domain, type: "self_managed_certs", tlsPolicy: "recommended", relyingPartyIdentifier: "co.uk" },
    { tlsPolicy: /self_managed_certs/, relyingPartyIdentifier: /registrable/ },
  ],
  [
    "a client header with service-managed certificates, and the identifier of another domain",
    "CustomDomain",
    {
      domain,
      type: "service_managed_certs",
      customClientIpHeader: "true-client-ip",
      relyingPartyIdentifier: "example.com",
    },
    { customClientIpHeader: /service_managed_certs/, relyingPartyIdentifier: /registrable suffix/ },
  ],
  [
    "a new template without any property",
    "VcTemplate",
    {},
    Object.fromEntries(
      ["name", "type", "dialect", "presentation", "wellKnownTrustedIssuers"].map((key) => [
        key,
        /required when templateId is not set: a new template/,
      ]),
    ),
  ],
  [
    "a template whose properties are all wrong",
    "VcTemplate",
    {
      templateId: "t".repeat(27),
      name: "",
      type: "t".repeat(256),
      dialect: "simplified/2.0",
      presentation: { doc: { ns: { family_name: "yes" } } },
      wellKnownTrustedIssuers: "other",
      version: 1.5,
    },
    {
      templateId: /26/,
      name: /1 to 255/,
      type: /1 to 255/,
      dialect: /simplified\/1\.0/,
      "presentation.doc.ns.family_name": /true or false/,
      wellKnownTrustedIssuers: /aamva/,
      version: /whole number/,
    },
  ],
  [
    "a presentation that is not nested deep enough",
    "VcTemplate",
    { templateId: "t", presentation: { doc: true }, version: "1" },
    { "presentation.doc": /object/, version: /whole number/ },
  ],
  [
    "a role without a name",
    "Role",
    { description: 42, adopt: "yes" },
    { name: /required/, description: /a string/, adopt: /true or false/ },
  ],
  ["a role with an empty name", "Role", { name: "" }, { name: /empty/ }],
  [
    "event ids that do not have 26 characters",
    "EventRedelivery",
    { eventStreamId: "s".repeat(25), eventId: "e".repeat(27), triggers: "2" },
    { eventStreamId: /exactly 26/, eventId: /exactly 26/, triggers: /a list or a map|an array|an object/ },
  ],
  [
    "a redelivery without an event",
    "EventRedelivery",
    {},
    { eventStreamId: /required/, eventId: /required/ },
  ],
];
