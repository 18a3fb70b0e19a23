// docs/service.md, "Custom domain".
import type { z } from "zod";
import type { CollectionDefinition } from "../collection-definition.ts";
import { collectionRoutes } from "../collection-routes.ts";
import { type CustomDomain, domainChanges, domainFields, forbiddenFields } from "../custom-domain.ts";
import { dnsLookUp, recheck } from "../dns-verification.ts";
import { withUnusualFields } from "../present.ts";
import { Problem } from "../problem.ts";
import type { RouteContext } from "../route.ts";

/** The collection of custom domains; the verify operation answers its items too. */
export const customDomains: CollectionDefinition<typeof domainFields, typeof domainChanges, CustomDomain> = {
  key: "domains",
  path: "/custom-domains",
  scope: "custom_domains",
  noun: "custom domain",
  idField: "custom_domain_id",
  fields: domainFields,
  changes: domainChanges,
  documented: ["create"],
  deletesUnknown: true,
  create(context, { verification_method: _neverAnswered, ...request }) {
    refuseConflict(context, request.domain);
    return context.tenant.addDomain(request);
  },
  update(domain, changes) {
    refuseForbidden(domain, changes);
    return changes;
  },
  async beforeRead(domain, { options }) {
    if (options.recheckOnRead) await recheck(domain, dnsLookUp(options.dnsServers));
  },
  optionalFields: ["custom_client_ip_header", "domain_metadata", "certificate", "relying_party_identifier"],
  sparseFields: ["is_default", "custom_client_ip_header", "tls_policy", "domain_metadata", "certificate"],
  present(domain, options) {
    const optionalFields = ["error_msg", "last_verified_at"];
    const verification = withUnusualFields(domain.verification, optionalFields, options);
    return { ...domain, ...(options.ownTypes && { type: `acme_${domain.type}` }), verification };
  },
};

export const routes = collectionRoutes(customDomains);

function refuseConflict({ tenant, options }: RouteContext, name: string): void {
  if (tenant.domainNamed(name) !== undefined) {
    throw new Problem(409, "custom_domain_exists", "The specified custom domain already exists.");
  }
  if (tenant.domains.size >= (options.maxDomains ?? Number.POSITIVE_INFINITY)) {
    throw new Problem(409, "too_many_custom_domains", "You reached the maximum number of custom domains.");
  }
}

function refuseForbidden({ type }: CustomDomain, changes: z.infer<typeof domainChanges>): void {
  for (const [field, reason] of forbiddenFields(type, changes)) {
    throw new Problem(400, "invalid_body", `Payload validation error: ${reason} on property ${field}.`);
  }
}
