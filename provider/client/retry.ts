import type { HttpHeaders } from "./http.ts";
import { headerText, rateLimitDelayMs, retryAfterMs } from "./rate-limit-headers.ts";

/**
 * The outcome of one attempt:
 * - `response`: a response with any status.
 * - `unusable`: a 2xx response without the expected JSON.
 * - `failure`: no complete response. `sent`: the service may have received the request. `permanent`: a repetition would
 *   fail the same way.
 */
export type Outcome =
  | { readonly kind: "response"; readonly status: number; readonly headers: HttpHeaders }
  | { readonly kind: "unusable" }
  | { readonly kind: "failure"; readonly sent: boolean; readonly permanent: boolean };

/** Everything that `decide` depends on. */
export interface Situation {
  readonly outcome: Outcome;
  /** How many decisions so far were `repeat`. */
  readonly repetitions: number;
  /** Repeating is harmless, even if the service has acted already. */
  readonly repeatable: boolean;
  /** The pacer delays the request after a 429. */
  readonly paced: boolean;
  /** The caller itself keeps to the limit that a 429 is about. */
  readonly ownLimit?: boolean | undefined;
  /** The process may repeat failed requests. */
  readonly mayRepeat: boolean;
  /** Until the operation's deadline. */
  readonly remainingMs: number;
  readonly nowMs: number;
  /** From 0 up to 1, for jitter. */
  readonly random: number;
}

/**
 * What to do after an attempt:
 * - `accept`: return the 2xx response.
 * - `queue`: repeat as soon as the pacer allows it.
 * - `repeat`: wait `delayMs`, then repeat.
 * - `refuse`: fail with the response's error, unless the request can be corrected; the service has not acted.
 * - `unknown`: fail; the service may have acted, and a repetition could act twice.
 * - `fail`: fail; a repetition is harmless, but useless, or no attempt or no time is left.
 */
export type Decision =
  | { readonly kind: "accept" | "queue" | "refuse" | "unknown" | "fail" }
  | { readonly kind: "repeat"; readonly delayMs: number };

/** The most attempts of one request. The waits between them are 0.5, 1, 2, 4 and 8 s, each cut by up to half. */
export const maxAttempts = 6;
const firstDelayMs = 500;

/** The most attempts when responses cannot be used. Such faults seldom pass: a proxy sends its HTML every time. */
const maxUnusableAttempts = 3;

/** Decides what to do after an attempt. A pure function. */
export function decide(situation: Situation): Decision {
  const { outcome, repeatable } = situation;
  if (outcome.kind === "response") return decideByStatus(situation, outcome.status, outcome.headers);
  const mayHaveActed = outcome.kind === "unusable" || outcome.sent;
  if (mayHaveActed && !repeatable) return { kind: "unknown" };
  if (outcome.kind === "unusable") return backOff(situation, undefined, maxUnusableAttempts);
  return outcome.permanent ? { kind: "fail" } : backOff(situation);
}

function decideByStatus(situation: Situation, status: number, headers: HttpHeaders): Decision {
  if (status >= 200 && status < 300) return { kind: "accept" };
  if (status === 429) return waitForLimit(situation, headers);
  // "See other" is how a service shows what it has made.
  if (status === 303 && !situation.repeatable) return { kind: "unknown" };
  if (status === 408 || (status >= 500 && status !== 501)) {
    if (!situation.repeatable) return { kind: "unknown" };
    return backOff(situation, retryAfterMs(headerText(headers, "retry-after"), situation.nowMs));
  }
  return { kind: "refuse" };
}

/** After a 429 the service has not acted: any request may be repeated until the deadline. */
function waitForLimit(situation: Situation, headers: HttpHeaders): Decision {
  const askedMs = rateLimitDelayMs(headers, situation.nowMs);
  if (situation.ownLimit || (askedMs ?? 0) >= situation.remainingMs) return { kind: "refuse" };
  return situation.paced ? { kind: "queue" } : backOff({ ...situation, mayRepeat: true }, askedMs);
}

function backOff(situation: Situation, askedMs?: number, attempts = maxAttempts): Decision {
  const { repetitions, random, remainingMs } = situation;
  // A service that asks for a wait of 0 gets the normal wait all the same.
  const delayMs = askedMs || firstDelayMs * 2 ** repetitions * (1 - random / 2);
  const isLast = repetitions + 1 >= attempts || !situation.mayRepeat;
  if (isLast || delayMs >= remainingMs) return { kind: "fail" };
  return { kind: "repeat", delayMs };
}
