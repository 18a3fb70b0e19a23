import { path } from "../client/path.ts";
import { maxMessageLength } from "../client/response-body.ts";
import { ApiError, asSentence, IdmError, TimeoutError } from "../errors.ts";
import { printable } from "../printable.ts";
import { describeDiagnosis } from "./dns/describe-diagnosis.ts";
import { diagnose } from "./dns/diagnose.ts";
import { reasonToWait } from "./wait-messages.ts";
import type { Domain, WaitOptions } from "./wait-options.ts";

/**
 * `ERR_IDM_VERIFICATION` for a wait that timed out. The message says for each record what the service expects, what
 * DNS answers and what that usually means. `lastError` is the last error that did not end the wait.
 * Throws the reason of `stop` when the user stops the engine during the lookups.
 */
export async function notReady(
  domain: Domain,
  options: WaitOptions,
  lastError: Error | undefined,
): Promise<IdmError> {
  const { client, stop, dnsAnswerMs } = options;
  const limits = { servers: client.settings.dnsServers, signal: stop, timeoutMs: dnsAnswerMs };
  const lines = (await diagnose(domain.records.slice(0, maxDiagnosed), limits)).map(describeDiagnosis);
  stop.throwIfAborted();
  if (lines.length === 0) lines.push("The service names no DNS record for it.");
  const more = domain.records.length - maxDiagnosed;
  if (more > 0) lines.push(`${more} more records were not looked up.`);
  return new IdmError("ERR_IDM_VERIFICATION", [
    `${domain.name} is not ready after ${inSeconds(options)}: the service says ${domain.status}${reason(domain)}.`,
    ...lines.map((line) => `- ${line}`),
    ...(lastError ? [`The last error during the wait: ${asSentence(reasonToWait(lastError))}`] : []),
    "The next pulumi up starts a new wait.",
  ]);
}

/** Services name one or two records. Each costs questions to DNS and lines in the message. */
const maxDiagnosed = 10;

/**
 * `ERR_IDM_TIMEOUT` for a wait that timed out before the first successful read. `cause` is the error of that read.
 */
export function notRead(options: WaitOptions, cause: unknown): TimeoutError {
  const { id, limitName } = options;
  const isLimited = cause instanceof ApiError && cause.status === 429;
  const why = isLimited ? ": 429, the service limits the rate of requests" : "";
  return new TimeoutError(
    `GET ${path`/custom-domains/${id}`}: the domain could not be read within ${inSeconds(options)}${why}`,
    false,
    {
      cause,
      advice: isLimited
        ? `Raise ${limitName}, or run pulumi up again later`
        : `Check the network, idm:baseUrl (IDM_BASE_URL) and the service's status, or raise ${limitName}`,
    },
  );
}

/** `ERR_IDM_VERIFICATION` for a domain whose record is wrong, as the service says. */
export function verificationFailed(domain: Domain): IdmError {
  return new IdmError(
    "ERR_IDM_VERIFICATION",
    `the verification of ${domain.name} failed${reason(domain)}. Correct the record, then run pulumi up again`,
  );
}

/** `ERR_IDM_INPUT` for an id without a domain. */
export function unknownDomain(id: string): IdmError {
  return new IdmError(
    "ERR_IDM_INPUT",
    `the service has no custom domain with the id ${JSON.stringify(id)}. Set customDomainId to that of a CustomDomain in the same account`,
  );
}

function inSeconds({ timeoutMs, limitName }: WaitOptions): string {
  return `${timeoutMs / 1000} s (${limitName})`;
}

function reason({ errorMsg }: Domain): string {
  return errorMsg ? ` (${printable(errorMsg, maxMessageLength)})` : "";
}
