import { IdmError, TimeoutError } from "../errors.ts";
import type { RemoteItem } from "../lifecycle/define-resource.ts";
import { describe } from "./dns/describe.ts";
import { diagnose } from "./dns/diagnose.ts";
import { complaintOf, nameOf, recordsOf, statusOf } from "./domain-reading.ts";

/** What the error of a time-out says, and how it finds that out. */
export interface Explanation {
  readonly timeoutMs: number;
  /** For one answer of one DNS server. */
  readonly dnsAnswerMs: number;
  /** Resolvers as `idm:dnsServers` gives them; none means the system's. */
  readonly servers: readonly string[];
  /** Ends the look-ups; its reason is then thrown. */
  readonly stop: AbortSignal;
}

/** `ERR_IDM_VERIFICATION` with what was expected, what the DNS answers now, and what that usually means, per record. */
export async function notReady(domain: RemoteItem, explanation: Explanation): Promise<IdmError> {
  const { servers, stop, dnsAnswerMs, timeoutMs } = explanation;
  const records = recordsOf(domain);
  const diagnoses = await diagnose(records, { servers, signal: stop, timeoutMs: dnsAnswerMs });
  stop.throwIfAborted();
  const lines = records.length > 0 ? diagnoses.map(describe) : ["The service names no record for it."];
  return new IdmError(
    "ERR_IDM_VERIFICATION",
    [
      `${nameOf(domain)} is not ready after ${timeoutMs / 1000} s (timeoutSeconds): the service says ${statusOf(domain)}${reason(domain)}.`,
      ...lines.map((line) => `- ${line}`),
      "When the record is right, run pulumi up again: it waits anew.",
    ].join("\n"),
  );
}

/** Time was up before the service had told anything of the domain. */
export function neverSeen(timeoutMs: number, cause: unknown): TimeoutError {
  const message = `the service told nothing of the domain within ${timeoutMs / 1000} s (timeoutSeconds)`;
  return new TimeoutError(message, false, { cause });
}

/** The service looked and found the record wrong. */
export function verificationFailed(domain: RemoteItem): IdmError {
  return new IdmError(
    "ERR_IDM_VERIFICATION",
    `the verification of ${nameOf(domain)} failed${reason(domain)}. Correct the record, then run pulumi up again`,
  );
}

export function unknownDomain(id: string): IdmError {
  return new IdmError(
    "ERR_IDM_INPUT",
    `the service has no custom domain with the id ${JSON.stringify(id)}. Give the customDomainId of a CustomDomain of the same account`,
  );
}

function reason(domain: RemoteItem): string {
  const complaint = complaintOf(domain);
  return complaint === undefined ? "" : ` (${complaint})`;
}
