// Waits until a custom domain is `ready`: docs/service.md, "Verification and certificate" and "Status values".
// Reading and verifying are conventional operations.
import * as z from "zod";
import type { Context } from "../lifecycle/context.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import type { Failure } from "../lifecycle/handlers.ts";
import { input, output } from "../lifecycle/property.ts";
import { openEnum, text } from "../lifecycle/property-types.ts";
import { VerifyTurns, verifyLimits } from "../verification/verify-turns.ts";
import { verifyRequest } from "../verification/wait-loop.ts";
import { certificateOutput } from "./certificate.ts";
import {
  type FixedWaitOptions,
  readDomainRequest,
  readVerification,
  type WaitInputs,
  waitDefaults,
  waitForDomain,
} from "./wait-for-domain.ts";

const seconds = z.number().positive().max(86_400);

export const customDomainVerification = customDomainVerificationWith({
  turns: new VerifyTurns(verifyLimits),
  progressMs: 30_000,
  dnsAnswerMs: 5_000,
});

/** Defines the resource with these options of the wait. Tests use shorter times. */
export function customDomainVerificationWith(fixedOptions: FixedWaitOptions) {
  const wait = (context: Context, inputs: WaitInputs) => waitForDomain(context, inputs, fixedOptions);
  return defineResource({
    type: "CustomDomainVerification",
    noun: "custom domain",
    description:
      "Asks the service to verify a custom domain, and waits until it is `ready`. Creates nothing at the service, so destroy does nothing. When a refresh finds that the domain is no longer ready, the next `up` waits again.",
    example: {
      name: "login-ready",
      id: "cd_4Vt8yLm2QxW9pRz6",
      inputs: {
        customDomainId: "$login.customDomainId",
        recordFqdns: ["$login.verificationRecord.name"],
        timeoutSeconds: 900,
      },
    },
    properties: {
      customDomainId: input(
        text({ min: 1, max: 255 }),
        "Id of the custom domain: the `customDomainId` of a `CustomDomain`.",
      ).replaces({ onlyIfKnown: true }),
      recordFqdns: input(
        z.array(text()),
        "Names of the DNS records. They only make this resource wait until the records are created.",
      )
        .optional()
        .providerOnly(),
      timeoutSeconds: input(seconds, "Seconds to wait until the domain is ready.")
        .optional()
        .providerOnly({ default: waitDefaults.timeoutSeconds }),
      pollIntervalSeconds: input(
        seconds,
        "Seconds between two reads of the domain, at most `timeoutSeconds`. The service is asked to verify at most once in 15 seconds.",
      )
        .optional()
        .providerOnly({ default: waitDefaults.pollIntervalSeconds }),
      domain: output(text(), "The domain name.").optional().secretWith("customDomainId").stable(),
      status: output(
        openEnum("pending_verification", "ready", "failed"),
        "State of the domain. After an `up`, `ready`. After a refresh, the state that the service returned.",
      ).afterWrite("ready"),
      lastVerifiedAt: output(text(), "When the domain was last verified: date and time.").optional(),
      certificate: certificateOutput,
    },
    subject: ["customDomainId"],
    rules: [intervalRule],
    requests: [readDomainRequest, verifyRequest],
    errors: {
      ERR_IDM_VERIFICATION:
        "The domain did not become ready. The message says for each record what the service expects and what DNS answers.",
    },
    isStale: ({ status }) => status !== "ready",
    verbs: {
      create: wait,
      read: readVerification,
      update: (context, _id, _patch, inputs) => wait(context, inputs),
    },
  });
}

function intervalRule(inputs: Partial<WaitInputs>): Failure[] {
  const { pollIntervalSeconds, timeoutSeconds } = { ...waitDefaults, ...inputs };
  if (!Object.hasOwn(inputs, "pollIntervalSeconds") || pollIntervalSeconds === undefined) return [];
  if (timeoutSeconds === undefined || pollIntervalSeconds <= timeoutSeconds) return [];
  const ofDefault = Object.hasOwn(inputs, "timeoutSeconds")
    ? ""
    : ` (default ${waitDefaults.timeoutSeconds})`;
  return [{ property: "pollIntervalSeconds", reason: `must be at most timeoutSeconds${ofDefault}` }];
}
