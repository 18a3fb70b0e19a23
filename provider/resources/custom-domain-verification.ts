// Waits until a custom domain is ready: docs/service.md, "Verification and certificate".
// The requests to read and to verify the domain are conventional operations.
import { z } from "zod";
import { readItem } from "../lifecycle/collection.ts";
import type { Fields } from "../lifecycle/compare.ts";
import { type Context, defineResource, type RemoteItem } from "../lifecycle/define-resource.ts";
import type { Failure, Props } from "../lifecycle/handlers.ts";
import { VerifyTurns, verifyLimits } from "../verification/verify-turns.ts";
import type { Domain, WaitOptions } from "../verification/wait-options.ts";
import { waitUntilReady } from "../verification/wait-until-ready.ts";
import { customDomains } from "./custom-domain.ts";
import { certificate } from "./custom-domain-outputs.ts";
import type { VerificationRecord } from "./custom-domain-wire.ts";

const defaultTimeoutSeconds = 600;
const defaultPollIntervalSeconds = 5;

/** The options of the wait that no input sets. */
type FixedWaitOptions = Pick<WaitOptions, "turns" | "progressMs" | "dnsAnswerMs">;

const inputs = () => {
  const seconds = z
    .number("must be a number of seconds")
    .positive("must be above 0")
    .max(86_400, "must be at most 86400 (a day)");
  return z.object({
    customDomainId: z
      .string("must be text")
      .min(1, "must not be empty")
      .max(255, "must have at most 255 characters")
      .meta({ description: "Id of the custom domain: the `customDomainId` of a `CustomDomain`." }),
    recordFqdns: z.array(z.string("must be text"), "must be a list of texts").optional().meta({
      description: "Names of the DNS records: only makes this resource wait until they are created.",
    }),
    timeoutSeconds: seconds
      .optional()
      .meta({ description: "Seconds to wait until the domain is ready, at most 86400. Default: 600." }),
    pollIntervalSeconds: seconds.optional().meta({
      description:
        "Seconds between two looks at the domain, at most `timeoutSeconds`. Default: 5. The service is asked to verify at most once in 15 seconds.",
    }),
  });
};

type Inputs = z.infer<ReturnType<typeof inputs>>;

const outputs = () =>
  z.object({
    domain: z.string().optional().meta({ description: "The domain name." }),
    status: z.string().meta({ description: "`ready`; after a refresh what the service says then." }),
    lastVerifiedAt: z
      .string()
      .optional()
      .meta({ description: "When the domain was last verified: date and time." }),
    certificate: certificate(),
  });

const fields = {
  customDomainId: { onChange: "replace" },
  recordFqdns: { onChange: "ignore" },
  timeoutSeconds: { onChange: "ignore" },
  pollIntervalSeconds: { onChange: "ignore" },
} satisfies Fields;

export const customDomainVerification = customDomainVerificationWith({
  turns: new VerifyTurns(verifyLimits),
  progressMs: 30_000,
  dnsAnswerMs: 5_000,
});

/** The resource with options of the wait that tests can choose. */
export function customDomainVerificationWith(fixed: FixedWaitOptions) {
  async function wait(context: Context, inputs: Inputs): Promise<RemoteItem> {
    const { client, stop } = context;
    const { customDomainId: id, timeoutSeconds, pollIntervalSeconds } = inputs;
    const timeoutMs = (timeoutSeconds ?? defaultTimeoutSeconds) * 1000;
    const pollMs = Math.min((pollIntervalSeconds ?? defaultPollIntervalSeconds) * 1000, timeoutMs);
    const domain = await waitUntilReady<DomainItem>({
      ...fixed,
      client,
      id,
      stop,
      timeoutMs,
      pollMs,
      subject: context.operation.subject,
      read: async (operation) => {
        const item = await readDomain({ ...context, operation }, id);
        return item && { ...viewOf(item), item };
      },
    });
    return verificationOf(id, domain.item);
  }

  return defineResource({
    type: "CustomDomainVerification",
    inputs,
    outputs,
    fields,
    rules: [intervalRule],
    isStale: ({ status }) => status !== "ready",
    subject: ({ customDomainId, id }) => `CustomDomainVerification ${JSON.stringify(customDomainId ?? id)}`,
    verbs: {
      create: wait,
      async read(context, id) {
        const item = await readDomain(context, id);
        return item && verificationOf(id, item);
      },
      update: (context, _id, _patch, inputs) => wait(context, inputs),
    },
  });
}

/** What the wait sees of a domain, and the domain itself for the outputs. */
interface DomainItem extends Domain {
  readonly item: RemoteItem;
}

function readDomain(context: Context, id: string): Promise<RemoteItem | undefined> {
  return readItem(context, customDomains, id, noReadWorkaround);
}

const noReadWorkaround =
  "This resource needs it to find out whether the domain is ready: leave CustomDomainVerification out of the program and check the domain at the service.";

function viewOf({ id, props }: RemoteItem): Domain {
  const { domain, status, verificationRecords, verification } = props;
  const { errorMsg } = (verification as { errorMsg?: string } | undefined) ?? {};
  return {
    name: typeof domain === "string" ? domain : id,
    status: typeof status === "string" ? status : "unknown",
    records: (verificationRecords as VerificationRecord[] | undefined) ?? [],
    errorMsg,
  };
}

/** The properties of this resource, from those of the domain. */
function verificationOf(id: string, { props }: RemoteItem): RemoteItem {
  const { domain, status, verification, certificate } = props;
  return {
    id,
    props: {
      customDomainId: id,
      domain,
      status,
      lastVerifiedAt: (verification as Props | undefined)?.lastVerifiedAt,
      certificate,
    },
  };
}

function intervalRule(given: Partial<Inputs>): Failure[] {
  const { pollIntervalSeconds } = given;
  const timeoutSeconds = Object.hasOwn(given, "timeoutSeconds")
    ? given.timeoutSeconds
    : defaultTimeoutSeconds;
  if (
    pollIntervalSeconds === undefined ||
    timeoutSeconds === undefined ||
    pollIntervalSeconds <= timeoutSeconds
  )
    return [];
  return [
    {
      property: "pollIntervalSeconds",
      reason: `must be at most timeoutSeconds (${timeoutSeconds}), not ${pollIntervalSeconds}`,
    },
  ];
}
