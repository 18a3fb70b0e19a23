import type { Client } from "../client/client.ts";
import type { Operation } from "../client/operation.ts";
import { path } from "../client/path.ts";
import { isGone, parseItem } from "../lifecycle/collection.ts";
import type { RemoteItem } from "../lifecycle/define-resource.ts";
import type { Props } from "../lifecycle/handlers.ts";
import { customDomainShape, type VerificationRecord } from "../resources/custom-domain-wire.ts";

const workaround =
  "Without it nobody can tell when the domain is ready: leave CustomDomainVerification out of the program and look at the service.";

/** A custom domain; undefined when the service has none with this id. */
export async function readDomain(
  client: Client,
  operation: Operation,
  id: string,
): Promise<RemoteItem | undefined> {
  const call = {
    method: "GET",
    path: path`/custom-domains/${id}`,
    scope: "read:custom_domains",
    workaround,
  } as const;
  try {
    return parseItem(call, customDomainShape, await client.request(call, operation));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** In lower case; `unknown` where the service tells none. */
export function statusOf({ props }: RemoteItem): string {
  return typeof props.status === "string" ? props.status : "unknown";
}

/** The domain name; the id where the service tells none. */
export function nameOf({ id, props }: RemoteItem): string {
  return typeof props.domain === "string" ? props.domain : id;
}

/** The records that prove the domain. */
export function recordsOf({ props }: RemoteItem): VerificationRecord[] {
  return (props.verificationRecords as VerificationRecord[] | undefined) ?? [];
}

/** Why the verification failed, in the service's words. */
export function complaintOf({ props }: RemoteItem): string | undefined {
  const { errorMsg } = (props.verification as Props | undefined) ?? {};
  return typeof errorMsg === "string" && errorMsg !== "" ? errorMsg : undefined;
}
