import { type Headers, headerText, rateLimitDelayMs, retryAfterMs } from "./rate-limit-headers.ts";

/** What became of one attempt: an answer, an answer that cannot be used (2xx without the promised JSON), or no answer. */
export type Outcome =
  | { readonly kind: "answer"; readonly status: number; readonly headers: Headers }
  | { readonly kind: "unusable" }
  | { readonly kind: "failure"; readonly sent: boolean; readonly permanent: boolean };

/** Everything the decision depends on; nothing is read from outside. */
export interface Situation {
  readonly outcome: Outcome;
  /** Attempts so far, this one included. */
  readonly attempt: number;
  /** Repeating does no harm, even when the service has acted already. */
  readonly repeatable: boolean;
  /** A 401 has led to a new token already, or no new one can be had. */
  readonly tokenIsFinal: boolean;
  readonly remainingMs: number;
  readonly nowMs: number;
  /** From 0 up to 1, for the jitter. */
  readonly random: number;
}

/**
 * - `accept`: a 2xx answer.
 * - `renew`: get a new token, then repeat.
 * - `repeat`: wait `delayMs`, then repeat. After a 429 the delay is 0: the shared gate does the waiting.
 * - `refuse`: the service said no, and did not act.
 * - `unknown`: the service may have acted, and repeating could double it.
 * - `fail`: no answer to be had; repeating would be harmless, but attempts or time are used up.
 */
export type Verdict =
  | { readonly kind: "accept" | "renew" | "refuse" | "unknown" | "fail" }
  | { readonly kind: "repeat"; readonly delayMs: number };

/** Waits of 0.5, 1, 2, 4 and 8 s between six attempts, each shortened by up to a half. */
export const maxAttempts = 6;
const firstDelayMs = 500;

/** Decides what to do after an attempt. Pure. */
export function decide(situation: Situation): Verdict {
  const { outcome } = situation;
  if (outcome.kind === "answer") return decideOnAnswer(situation, outcome.status, outcome.headers);
  const mayHaveActed = outcome.kind === "unusable" || outcome.sent;
  if (mayHaveActed && !situation.repeatable) return { kind: "unknown" };
  if (outcome.kind === "failure" && outcome.permanent) return { kind: "fail" };
  return backOff(situation);
}

function decideOnAnswer(situation: Situation, status: number, headers: Headers): Verdict {
  if (status >= 200 && status < 300) return { kind: "accept" };
  if (status === 401) return { kind: situation.tokenIsFinal ? "refuse" : "renew" };
  if (status === 429) return waitForLimit(situation, headers);
  if (status === 408 || (status >= 500 && status !== 501)) {
    return situation.repeatable ? backOff(situation, headers) : { kind: "unknown" };
  }
  return { kind: "refuse" };
}

function waitForLimit(situation: Situation, headers: Headers): Verdict {
  const delayMs = rateLimitDelayMs(headers, situation.nowMs) ?? 0;
  return delayMs < situation.remainingMs ? { kind: "repeat", delayMs: 0 } : { kind: "refuse" };
}

function backOff(situation: Situation, headers?: Headers): Verdict {
  const asked = headers && retryAfterMs(headerText(headers, "retry-after"), situation.nowMs);
  const delayMs =
    asked !== undefined
      ? Math.max(0, asked)
      : firstDelayMs * 2 ** (situation.attempt - 1) * (1 - situation.random / 2);
  if (situation.attempt >= maxAttempts || delayMs >= situation.remainingMs) return { kind: "fail" };
  return { kind: "repeat", delayMs };
}
