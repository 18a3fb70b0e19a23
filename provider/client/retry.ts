import type { HttpHeaders } from "./http.ts";
import { headerText, rateLimitDelayMs, retryAfterMs } from "./rate-limit-headers.ts";

/** What became of one attempt: an answer, an answer that cannot be used (2xx without the promised JSON), or no answer. */
export type Outcome =
  | { readonly kind: "answer"; readonly status: number; readonly headers: HttpHeaders }
  | { readonly kind: "unusable" }
  | { readonly kind: "failure"; readonly sent: boolean; readonly permanent: boolean };

/** Everything the decision depends on; nothing is read from outside. */
export interface Situation {
  readonly outcome: Outcome;
  /** Verdicts of `repeat` so far. */
  readonly repetitions: number;
  /** Repeating does no harm, even when the service has acted already. */
  readonly repeatable: boolean;
  /** A 401 has led to a new token already, or no new one can be had. */
  readonly tokenIsFinal: boolean;
  /** A gate holds requests back after a 429. */
  readonly gated: boolean;
  /** The caller itself keeps to the limit that a 429 is about. */
  readonly ownLimit?: boolean | undefined;
  readonly remainingMs: number;
  readonly nowMs: number;
  /** From 0 up to 1, for the jitter. */
  readonly random: number;
}

/**
 * - `accept`: a 2xx answer.
 * - `renew`: get a new token, then repeat.
 * - `queue`: repeat; the gate says when.
 * - `repeat`: wait `delayMs`, then repeat.
 * - `refuse`: the service said no, and did not act.
 * - `unknown`: the service may have acted, and repeating could double it.
 * - `fail`: no answer to be had; repeating would be harmless, but useless, or attempts or time are used up.
 */
export type Verdict =
  | { readonly kind: "accept" | "renew" | "queue" | "refuse" | "unknown" | "fail" }
  | { readonly kind: "repeat"; readonly delayMs: number };

/** Waits of 0.5, 1, 2, 4 and 8 s between six attempts, each shortened by up to a half. */
export const maxAttempts = 6;
const firstDelayMs = 500;

/** An answer that cannot be used is seldom a passing fault: HTML of a proxy comes every time. */
const maxUnusable = 3;

/** Decides what to do after an attempt. Pure. */
export function decide(situation: Situation): Verdict {
  const { outcome, repeatable } = situation;
  if (outcome.kind === "answer") return decideOnAnswer(situation, outcome.status, outcome.headers);
  const mayHaveActed = outcome.kind === "unusable" || outcome.sent;
  if (mayHaveActed && !repeatable) return { kind: "unknown" };
  if (outcome.kind === "unusable") return backOff(situation, undefined, maxUnusable);
  return outcome.permanent ? { kind: "fail" } : backOff(situation);
}

function decideOnAnswer(situation: Situation, status: number, headers: HttpHeaders): Verdict {
  if (status >= 200 && status < 300) return { kind: "accept" };
  if (status === 401) return { kind: situation.tokenIsFinal ? "refuse" : "renew" };
  if (status === 429) return waitForLimit(situation, headers);
  if (status === 408 || (status >= 500 && status !== 501)) {
    if (!situation.repeatable) return { kind: "unknown" };
    return backOff(situation, retryAfterMs(headerText(headers, "retry-after"), situation.nowMs));
  }
  return { kind: "refuse" };
}

/** The service has not acted, so that every request may be repeated, as often as the deadline (or the caller) allows. */
function waitForLimit(situation: Situation, headers: HttpHeaders): Verdict {
  const askedMs = rateLimitDelayMs(headers, situation.nowMs);
  if (situation.ownLimit || (askedMs ?? 0) >= situation.remainingMs) return { kind: "refuse" };
  return situation.gated ? { kind: "queue" } : backOff(situation, askedMs);
}

function backOff(situation: Situation, askedMs?: number, attempts = maxAttempts): Verdict {
  const { repetitions, random, remainingMs } = situation;
  // A wait of 0 that the service asks for is no leave to hammer it.
  const delayMs = askedMs || firstDelayMs * 2 ** repetitions * (1 - random / 2);
  if (repetitions + 1 >= attempts || delayMs >= remainingMs) return { kind: "fail" };
  return { kind: "repeat", delayMs };
}
