import type { Tenant } from "../service/tenant.ts";
import type { KeptProgram } from "./kept-stack.ts";

export const event = { eventStreamId: "est_0000000000000000000000", eventId: "evt_0000000000000000000000" };
/** The template that the program only adopts: it stays after a destroy. */
export const adoptedTemplateId = "vct_0000000000000000000000";
/** The domain that exists before the program, and whose readiness the program waits for. */
export const readyDomainId = "cd_00000000000000000000";

const shared = { type: "mdl", dialect: "simplified/1.0", wellKnownTrustedIssuers: "aamva" };
const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } };

/** The program whose stack `npm run upgrade:record` keeps. New resources join it; the tests change those it has. */
export const recordedProgram: KeptProgram = {
  self: [
    "CustomDomain",
    {
      domain: "Login.example.com",
      type: "self_managed_certs",
      customClientIpHeader: "cf-connecting-ip",
      relyingPartyIdentifier: "example.com",
      domainMetadata: { "cost centre": "7", none: null },
    },
  ],
  managed: ["CustomDomain", { domain: "id.example.com", type: "service_managed_certs" }],
  verified: ["CustomDomainVerification", { customDomainId: readyDomainId }],
  admin: ["Role", { name: "admin", description: "all" }],
  reader: ["Role", { name: "reader" }],
  adopted: ["Role", { name: "adopted", adopt: true }],
  quiet: ["Role", { name: "quiet", description: { $code: 'pulumi.secret("not shown")' } }],
  taken: ["VcTemplate", { templateId: adoptedTemplateId, name: "taken over" }],
  made: ["VcTemplate", { ...shared, name: "made", presentation, version: 2 }],
  redelivery: ["EventRedelivery", { ...event, triggers: { run: "1" } }],
};

/** Adds what has to exist before the program's first run. */
export function prepareTenant(tenant: Tenant): void {
  tenant.addTemplate({ id: adoptedTemplateId });
  tenant.addRole({ name: "adopted", description: "by hand" });
  const domain = tenant.addDomain({ domain: "ready.example.com", type: "service_managed_certs" });
  tenant.domains.delete(domain.custom_domain_id);
  tenant.domains.set(readyDomainId, {
    ...domain,
    custom_domain_id: readyDomainId,
    status: "ready",
    verification: { ...domain.verification, status: "verified" },
  });
}
