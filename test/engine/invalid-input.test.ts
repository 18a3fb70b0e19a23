// A preview finds mistakes before anything is sent.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { type Args, programOf } from "./harness-program.ts";

let service: Service;
let project: Project;
beforeAll(async () => {
  service = await startService();
  project = await newProject(service, "");
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

/** Arguments of one resource, and what the message says for each property path that is refused. */
type Mistake = [title: string, type: string, args: Args, refused: Record<string, RegExp>];

const domain = "login.example.co.uk";
const presentation = { doc: { ns: { family_name: true } } };

const mistakes: Mistake[] = [
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

test.for(mistakes)("a preview refuses %s", async ([, type, args, refused]) => {
  project.write(programOf({ mistaken: [type, args] }));
  const run = await project.preview();
  expect(run.code, run.stdout).not.toBe(0);
  const found = Object.fromEntries(run.errors.map(refusal));
  expect(Object.keys(found).sort()).toEqual(Object.keys(refused).sort());
  for (const [path, reason] of Object.entries(refused)) expect(found[path]).toMatch(reason);
});

test("the previews sent nothing to the service, not even for a token", () => {
  expect([...service.requests.api, ...service.requests.token]).toEqual([]);
});

test("values at their limits pass a preview", async () => {
  project.write(
    programOf({
      longest: [
        "CustomDomain",
        {
          domain: `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(63)}`.slice(0, 255),
          type: "self_managed_certs",
          customClientIpHeader: null,
          domainMetadata: Object.fromEntries(
            Array.from({ length: 10 }, (_, index) => [`key ${index}`, index === 0 ? null : "x".repeat(255)]),
          ),
        },
      ],
      shortest: ["CustomDomain", { domain: "a.b", type: "service_managed_certs", tlsPolicy: "recommended" }],
      passkeys: [
        "CustomDomain",
        { domain, type: "self_managed_certs", relyingPartyIdentifier: "example.co.uk" },
      ],
      template: [
        "VcTemplate",
        { templateId: "t".repeat(26), name: "n".repeat(255), presentation, version: 0 },
      ],
    }),
  );
  const run = await project.preview();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [], changes: { create: 5 } });
});

/** Property path and reason, from the engine's message about a failed check. It has no `property … value {…}`. */
function refusal(message: string): [path: string, reason: string] {
  const [, path, reason] = /^[^{}]* resource '\w+' has a problem: (\S+) (.*)/s.exec(message) ?? [];
  return [path ?? message, reason ?? ""];
}
