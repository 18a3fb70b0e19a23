// Brings a custom domain from its verification record to `ready`: interface section 3. Reading and verifying are conventional operations.
import { z } from "zod";
import type { Fields } from "../lifecycle/compare.ts";
import { type Context, defineResource, type RemoteItem } from "../lifecycle/define-resource.ts";
import type { Failure, Props } from "../lifecycle/handlers.ts";
import { readDomain } from "../verification/domain-reading.ts";
import { type VerifyLimits, VerifyTurns, verifyLimits } from "../verification/verify-turns.ts";
import { waitUntilReady } from "../verification/wait-until-ready.ts";
import { certificate } from "./custom-domain-outputs.ts";

const defaultTimeoutSeconds = 600;
const defaultPollIntervalSeconds = 5;

/** What no input says about the waiting; all times in milliseconds. */
export interface Schedule {
  readonly verify: VerifyLimits;
  /** Between two lines of progress. */
  readonly progressMs: number;
  /** For one answer of one DNS server, when a time-out is explained. */
  readonly dnsAnswerMs: number;
}

const defaultSchedule: Schedule = { verify: verifyLimits, progressMs: 30_000, dnsAnswerMs: 5_000 };

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

export const customDomainVerification = customDomainVerificationWith(defaultSchedule);

/** The resource with a schedule of its own; all its domains share one round of turns to verify. */
export function customDomainVerificationWith({ verify, ...intervals }: Schedule) {
  const turns = new VerifyTurns(verify);

  async function bringToReady(context: Context, inputs: Inputs): Promise<RemoteItem> {
    const { customDomainId: id, timeoutSeconds, pollIntervalSeconds } = inputs;
    const timeoutMs = (timeoutSeconds ?? defaultTimeoutSeconds) * 1000;
    const pollMs = Math.min((pollIntervalSeconds ?? defaultPollIntervalSeconds) * 1000, timeoutMs);
    return observed(id, await waitUntilReady(context, id, { ...intervals, timeoutMs, pollMs }, turns));
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
      create: bringToReady,
      async read({ client, operation }, id) {
        const domain = await readDomain(client, operation, id);
        return domain && observed(id, domain);
      },
      update: (context, _id, _patch, inputs) => bringToReady(context, inputs),
    },
  });
}

function observed(id: string, { props }: RemoteItem): RemoteItem {
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
