import {
  type ApiError,
  type IdmError,
  ResponseShapeError,
  TimeoutError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { HttpResponse } from "./http.ts";
import type { Operation } from "./operation.ts";
import { decide, type Outcome } from "./retry.ts";
import { Unanswered } from "./unanswered.ts";

/** A request that may be sent several times. */
export interface Task<T> {
  /** Method and path, for messages. */
  readonly title: string;
  /** Repeating does no harm, even when the service has acted already. */
  readonly repeatable: boolean;
  /** `send` passes a gate that waits after a 429. */
  readonly gated: boolean;
  /** A 429 is left to the caller. */
  readonly ownLimit?: boolean | undefined;
  /** One attempt. Errors other than `Unanswered` end the task. */
  readonly send: () => Promise<HttpResponse>;
  /** Reads a 2xx answer; throws `ResponseShapeError` where it is not what was promised. */
  readonly read: (answer: HttpResponse) => T;
  /** The error that tells any other answer. */
  readonly explain: (answer: HttpResponse) => Promise<ApiError>;
  /** Prepares for a new token after a 401; absent where none can be had. */
  readonly renew?: (() => void) | undefined;
}

/** Sends, waits and repeats until there is a value or an error. */
export async function attempt<T>(task: Task<T>, operation: Operation): Promise<T> {
  try {
    return await repeat(task, operation);
  } catch (error) {
    if (error !== operation.signal.reason || !(error instanceof TimeoutError)) throw error;
    // The deadline is the operation's; what it cut short is known here.
    throw new TimeoutError(`${task.title}: ${error.message}`, error.sent, { cause: error });
  }
}

/** The loop around `decide`. */
async function repeat<T>(task: Task<T>, operation: Operation): Promise<T> {
  let tokenIsFinal = task.renew === undefined;
  for (let repetitions = 0; ; ) {
    const result = await attemptOnce(task);
    const verdict = decide({
      outcome: result.outcome,
      repetitions,
      repeatable: task.repeatable,
      tokenIsFinal,
      gated: task.gated,
      ownLimit: task.ownLimit,
      remainingMs: operation.remainingMs,
      nowMs: Date.now(),
      random: Math.random(),
    });
    if (verdict.kind === "renew") {
      task.renew?.();
      tokenIsFinal = true;
    } else if (verdict.kind === "repeat") {
      repetitions += 1;
      await operation.wait(verdict.delayMs, result.what);
    } else if (verdict.kind !== "queue") return finish(task, result, verdict.kind, operation.signal);
  }
}

type Result<T> =
  | { readonly outcome: Outcome; readonly what: string; readonly value: T }
  | { readonly outcome: Outcome; readonly what: string; readonly error: () => Promise<IdmError> };

async function attemptOnce<T>(task: Task<T>): Promise<Result<T>> {
  try {
    const answer = await task.send();
    const { status, headers } = answer;
    const outcome: Outcome = { kind: "answer", status, headers };
    const what = `${task.title} was answered ${status}; it is repeated`;
    if (status >= 200 && status < 300) return { outcome, what, value: task.read(answer) };
    return { outcome, what, error: () => task.explain(answer) };
  } catch (thrown) {
    return failedAttempt(thrown);
  }
}

function failedAttempt(thrown: unknown): Result<never> {
  if (thrown instanceof ResponseShapeError)
    return { outcome: { kind: "unusable" }, what: thrown.message, error: async () => thrown };
  if (!(thrown instanceof Unanswered)) throw thrown;
  const { error, permanent } = thrown;
  return {
    outcome: { kind: "failure", sent: error.sent, permanent },
    what: error.message,
    error: async () => error,
  };
}

async function finish<T>(task: Task<T>, result: Result<T>, verdict: string, signal: AbortSignal): Promise<T> {
  if ("value" in result) return result.value;
  if (verdict === "unknown") throw unknownOutcome(task.title, await result.error());
  // A stop or the deadline tells more than the connection that it cut.
  if (verdict === "fail") signal.throwIfAborted();
  throw await result.error();
}

function unknownOutcome(title: string, cause: IdmError): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${cause.message.replace(/\.?$/, ".")} Whether the service has acted on ${title} is not known`,
    { cause },
  );
}
