import type { z } from "zod";
import { page } from "../lists.ts";
import { type Call, type Context, idOf, type Operation, refuseBody } from "../operation.ts";
import { present } from "../present.ts";
import { notFound, Problem } from "../problem.ts";
import type { CustomDomain, NewDomain } from "../records.ts";
import { domainChange, listQuery, newDomain, unsuitableFields, valid } from "../schemas.ts";
import { dnsLookUp, recheck } from "../verification.ts";
import { verifyOperation } from "./verify.ts";

const OPTIONAL = ["custom_client_ip_header", "domain_metadata", "certificate", "relying_party_identifier"];

/** Section 4.1 of the interface and its conventional companions. */
export function domainOperations(context: Context): Operation[] {
  const { tenant, options } = context;
  const lookUp = dnsLookUp(options.dnsServers ?? []);
  const shown = (domain: CustomDomain): object => {
    const verification = present(domain.verification, ["error_msg", "last_verified_at"], options);
    return present({ ...domain, verification }, OPTIONAL, options);
  };
  const wanted = (call: Call): CustomDomain => {
    const domain = tenant.domains.get(idOf(call));
    if (domain === undefined) throw notFound("custom domain");
    return domain;
  };
  return [
    {
      method: "POST",
      path: "/custom-domains",
      scope: "create:custom_domains",
      documented: true,
      act: ({ body }) => {
        const { verification_method: _txt, ...request } = valid(newDomain, body, "body");
        refuseConflict(context, request);
        return { status: 201, body: shown(tenant.addDomain(request)) };
      },
    },
    {
      method: "GET",
      path: "/custom-domains",
      scope: "read:custom_domains",
      query: listQuery,
      act: ({ query }) => {
        const all = [...tenant.domains.values()].map(shown);
        return {
          status: 200,
          body: page("custom_domains", all, query as z.infer<typeof listQuery>, options),
        };
      },
    },
    {
      method: "GET",
      path: "/custom-domains/:id",
      scope: "read:custom_domains",
      act: async (call) => {
        if (options.recheckOnRead) await recheck(wanted(call), lookUp);
        return { status: 200, body: shown(wanted(call)) };
      },
    },
    {
      method: "PATCH",
      path: "/custom-domains/:id",
      scope: "update:custom_domains",
      act: (call) => {
        const domain = wanted(call);
        Object.assign(domain, suitableChange(domain, call.body));
        tenant.save();
        return { status: 200, body: shown(domain) };
      },
    },
    {
      method: "DELETE",
      path: "/custom-domains/:id",
      scope: "delete:custom_domains",
      act: (call) => {
        refuseBody(call);
        tenant.domains.delete(idOf(call));
        tenant.save();
        return { status: 204 };
      },
    },
    verifyOperation(context, { lookUp, wanted, shown }),
  ];
}

function refuseConflict({ tenant, options }: Context, { domain }: NewDomain): void {
  if (tenant.domainNamed(domain) !== undefined) {
    throw new Problem(409, "custom_domain_exists", "The specified custom domain already exists.");
  }
  if (tenant.domains.size >= (options.maxDomains ?? Number.POSITIVE_INFINITY)) {
    throw new Problem(409, "too_many_custom_domains", "You reached the maximum number of custom domains.");
  }
}

function suitableChange(domain: CustomDomain, body: unknown): z.infer<typeof domainChange> {
  const change = valid(domainChange, body, "body");
  for (const [field, message] of unsuitableFields(domain.type, change)) {
    throw new Problem(400, "invalid_body", `Payload validation error: ${message} on property ${field}.`);
  }
  return change;
}
