// docs/service.md, "Verification and certificate": the request that makes the service look the record up now.
import type { CustomDomain } from "../custom-domain.ts";
import { dnsLookUp, verify } from "../dns-verification.ts";
import { presented } from "../present.ts";
import { notFound, Problem } from "../problem.ts";
import { idOf, type Route, type RouteContext, refuseBody } from "../route.ts";
import { TokenBucket } from "../token-bucket.ts";
import { customDomains } from "./custom-domains.ts";

const defaultVerifyLimit = 5;

export function routes({ tenant, options }: RouteContext): Route[] {
  const lookUp = dnsLookUp(options.dnsServers);
  const perMinute = options.verifyLimit ?? defaultVerifyLimit;
  const bucket = new TokenBucket({ perSecond: perMinute / 60, burst: perMinute });
  const find = (id: string): CustomDomain => {
    const domain = tenant.domains.get(id);
    if (domain === undefined) throw notFound("custom domain");
    return domain;
  };
  return [
    {
      method: "POST",
      path: "/custom-domains/:id/verify",
      scope: "create:custom_domains",
      async handle(request) {
        refuseBody(request);
        bucket.take();
        const domain = find(idOf(request));
        if (domain.status === "ready") {
          throw new Problem(400, "custom_domain_ready", "The custom domain is already verified.");
        }
        await verify(domain, lookUp);
        tenant.save();
        return { status: 200, body: presented(customDomains, find(idOf(request)), options) };
      },
    },
  ];
}
