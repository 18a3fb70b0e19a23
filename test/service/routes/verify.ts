import { Limiter } from "../limiter.ts";
import { type Call, type Context, type Operation, refuseBody } from "../operation.ts";
import { Problem } from "../problem.ts";
import type { CustomDomain } from "../records.ts";
import { type LookUp, verify } from "../verification.ts";

interface DomainAccess {
  lookUp: LookUp;
  wanted(call: Call): CustomDomain;
  shown(domain: CustomDomain): object;
}

/** `POST /custom-domains/{id}/verify`: looks the record up now, with a limit of its own. */
export function verifyOperation(
  { tenant, options }: Context,
  { lookUp, wanted, shown }: DomainAccess,
): Operation {
  const perMinute = options.verifyLimit ?? 5;
  const limiter = new Limiter({ perSecond: perMinute / 60, burst: perMinute });
  return {
    method: "POST",
    path: "/custom-domains/:id/verify",
    scope: "create:custom_domains",
    act: async (call) => {
      refuseBody(call);
      limiter.take();
      const domain = wanted(call);
      if (domain.status === "ready") {
        throw new Problem(400, "custom_domain_ready", "The custom domain is verified already.");
      }
      await verify(domain, lookUp);
      tenant.save();
      return { status: 200, body: shown(wanted(call)) };
    },
  };
}
