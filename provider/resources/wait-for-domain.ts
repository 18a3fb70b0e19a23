// How a CustomDomainVerification reads its domain and waits for it.
import { readInBulk } from "../lifecycle/bulk-reads.ts";
import { collectionRequest } from "../lifecycle/collection-request.ts";
import type { Context, RemoteItem } from "../lifecycle/context.ts";
import type { Props } from "../lifecycle/handlers.ts";
import { readItem } from "../lifecycle/item-requests.ts";
import type { Domain, WaitOptions } from "../verification/wait-options.ts";
import { waitUntilReady } from "../verification/wait-until-ready.ts";
import { customDomain } from "./custom-domain.ts";
import type { VerificationRecord, VerificationState } from "./verification-records.ts";

/** The inputs of a CustomDomainVerification that the wait uses. */
export interface WaitInputs {
  readonly customDomainId: string;
  readonly timeoutSeconds?: number;
  readonly pollIntervalSeconds?: number;
}

/** Defaults of the inputs. */
export const waitDefaults = { timeoutSeconds: 600, pollIntervalSeconds: 5 };

/** Options of the wait that are not inputs of the resource. */
export type FixedWaitOptions = Pick<WaitOptions, "turns" | "progressMs" | "dnsAnswerMs">;

/** What the wait uses of a domain, and the whole item for the outputs. */
interface DomainItem extends Domain {
  readonly item: RemoteItem;
}

/**
 * Waits until the domain is ready. Returns the properties of its verification. Throws the errors of `waitUntilReady`.
 */
export async function waitForDomain(
  context: Context,
  { customDomainId: id, ...inputs }: WaitInputs,
  fixedOptions: FixedWaitOptions,
): Promise<RemoteItem> {
  const { timeoutSeconds, pollIntervalSeconds } = { ...waitDefaults, ...inputs };
  const { ms: timeoutMs, name: limitName } = context.limit ?? {
    ms: timeoutSeconds * 1000,
    name: "timeoutSeconds",
  };
  const { item } = await waitUntilReady<DomainItem>({
    ...fixedOptions,
    client: context.client,
    id,
    stop: context.stop,
    timeoutMs,
    limitName,
    pollMs: Math.min(pollIntervalSeconds * 1000, timeoutMs),
    operation: context.operation,
    read: async (operation) => {
      const item = await readDomain({ ...context, operation }, id);
      if (item) context.addSecretsOf(verificationOf(id, item).props);
      return item && { ...domainOf(item), item };
    },
  });
  return verificationOf(id, item);
}

/**
 * Reads the properties of the verification of a domain. Undefined when the domain does not exist. `state` holds the
 * properties of the verification.
 */
export async function readVerification(
  context: Context,
  id: string,
  state: Props,
): Promise<RemoteItem | undefined> {
  const { domain, status, lastVerifiedAt, certificate } = state;
  const known = {
    domain,
    status,
    certificate,
    ...(lastVerifiedAt !== undefined && { verification: { lastVerifiedAt } }),
  };
  const single = () => readDomain(context, id);
  const item = await readInBulk(customDomain, {
    context,
    reader: "CustomDomainVerification",
    id,
    state: known,
    single,
  });
  return item && verificationOf(id, item);
}

/** The request with which a CustomDomainVerification reads its domain. */
export const readDomainRequest = collectionRequest(customDomain.collection, "read");

function readDomain(context: Context, id: string): Promise<RemoteItem | undefined> {
  return readItem(context, customDomain, id, readWorkaround);
}

const readWorkaround =
  "Without it the provider cannot find out whether the domain is ready: leave CustomDomainVerification out of the program, and check the domain at the service.";

/** The properties of a custom domain that are used here. */
interface DomainProps {
  readonly domain?: string;
  readonly status?: string;
  readonly verificationRecords?: VerificationRecord[];
  readonly verification?: VerificationState;
  readonly certificate?: object;
}

function domainOf({ id, props }: RemoteItem): Domain {
  const { domain, status, verificationRecords, verification } = props as DomainProps;
  return {
    name: domain ?? id,
    status: status ?? "unknown",
    records: verificationRecords ?? [],
    errorMsg: verification?.errorMsg,
  };
}

/** Converts the custom domain `id` into its verification. */
function verificationOf(id: string, { props }: RemoteItem): RemoteItem {
  const { domain, status, verification, certificate } = props as DomainProps;
  const { lastVerifiedAt } = verification ?? {};
  return { id, props: { customDomainId: id, domain, status, lastVerifiedAt, certificate } };
}
