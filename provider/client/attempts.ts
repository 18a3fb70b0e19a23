import {
  type ApiError,
  asSentence,
  type IdmError,
  ResponseShapeError,
  TimeoutError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { HttpResponse } from "./http.ts";
import type { Operation } from "./operation.ts";
import { RequestFailure } from "./request-failure.ts";
import { decide, type Outcome } from "./retry.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** A request that may need several attempts. */
export interface Task<T> {
  /** Method and path, for messages. */
  readonly title: string;
  /** Repeating is harmless, even if the service has acted already. */
  readonly repeatable: boolean;
  /** `send` goes through the pacer, which delays requests after a 429. */
  readonly paced: boolean;
  /** A 429 ends the task: the caller keeps to the limit. */
  readonly ownLimit?: boolean | undefined;
  /** The repetitions that all tasks share. Default: as many as there are tasks. */
  readonly budget?: RetryBudget | undefined;
  /** Makes one attempt. Any error but `RequestFailure` ends the task. */
  readonly send: () => Promise<HttpResponse>;
  /** Reads a 2xx response. Throws `ResponseShapeError` for a body that cannot be used. */
  readonly read: (response: HttpResponse) => T;
  /** Creates the error for any other response. */
  readonly toError: (response: HttpResponse) => Promise<ApiError>;
  /** Drops the token after a 401, so that `send` gets a new one. Absent: there is no other token. */
  readonly renewToken?: (() => void) | undefined;
}

/** Runs the task until it has a value or an error. Waits between attempts as `decide` says. */
export async function runTask<T>(task: Task<T>, operation: Operation): Promise<T> {
  try {
    return await repeat(task, operation);
  } catch (error) {
    if (error !== operation.signal.reason || !(error instanceof TimeoutError)) throw error;
    // The deadline belongs to the operation: add the request that it ended.
    throw new TimeoutError(`${task.title}: ${error.message}`, error.sent, { cause: error });
  }
}

async function repeat<T>(task: Task<T>, operation: Operation): Promise<T> {
  let canRenewToken = task.renewToken !== undefined;
  for (let repetitions = 0; ; ) {
    const result = await attemptOnce(task);
    const decision = decide({
      outcome: result.outcome,
      repetitions,
      repeatable: task.repeatable,
      canRenewToken,
      paced: task.paced,
      ownLimit: task.ownLimit,
      mayRepeat: task.budget?.available ?? true,
      remainingMs: operation.remainingMs,
      nowMs: Date.now(),
      random: Math.random(),
    });
    if (decision.kind === "renew") {
      task.renewToken?.();
      canRenewToken = false;
    } else if (decision.kind === "repeat") {
      repetitions += 1;
      if (!isRefusal(result.outcome)) task.budget?.use();
      await operation.wait(decision.delayMs, result.summary);
    } else if (decision.kind !== "queue") {
      if (decision.kind === "accept") task.budget?.refill();
      return finish(task, result, decision.kind, operation.signal);
    }
  }
}

/** A 429 is no failure of the service. */
function isRefusal(outcome: Outcome): boolean {
  return outcome.kind === "response" && outcome.status === 429;
}

/** What came of one attempt; `summary` explains a wait to the user. */
type Result<T> =
  | { readonly outcome: Outcome; readonly summary: string; readonly value: T }
  | { readonly outcome: Outcome; readonly summary: string; readonly toError: () => Promise<IdmError> };

async function attemptOnce<T>(task: Task<T>): Promise<Result<T>> {
  try {
    const response = await task.send();
    const { status, headers } = response;
    const outcome: Outcome = { kind: "response", status, headers };
    const summary = `${task.title} failed with status ${status} and is repeated`;
    if (status >= 200 && status < 300) return { outcome, summary, value: task.read(response) };
    return { outcome, summary, toError: () => task.toError(response) };
  } catch (error) {
    return failedResult(error);
  }
}

function failedResult(thrown: unknown): Result<never> {
  if (thrown instanceof ResponseShapeError)
    return { outcome: { kind: "unusable" }, summary: thrown.message, toError: async () => thrown };
  if (!(thrown instanceof RequestFailure)) throw thrown;
  const { error, permanent } = thrown;
  return {
    outcome: { kind: "failure", sent: error.sent, permanent },
    summary: error.message,
    toError: async () => error,
  };
}

async function finish<T>(task: Task<T>, result: Result<T>, kind: string, signal: AbortSignal): Promise<T> {
  if ("value" in result) return result.value;
  if (kind === "unknown") throw unknownOutcome(task.title, await result.toError());
  // An abort or the deadline explains more than the connection error that it causes.
  if (kind === "fail") signal.throwIfAborted();
  throw await result.toError();
}

function unknownOutcome(title: string, cause: IdmError): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${asSentence(cause.message)} It is not known whether the service has acted on ${title}`,
    { cause },
  );
}
