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
import { decide, maxAttempts, type Outcome } from "./retry.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** A request that may need several attempts. They are counted from 1. */
export interface Task<T> {
  /** Method and path, for messages. */
  readonly title: string;
  /** Repeating is harmless, even if the service has acted already. */
  readonly repeatable: boolean;
  /** `send` goes through the pacer, which delays requests after a 429. */
  readonly paced: boolean;
  /** A 429 ends the task: the caller keeps to the limit. */
  readonly ownLimit?: boolean | undefined;
  /** A failure ends the task, as if it were the last attempt. */
  readonly oneAttempt?: boolean | undefined;
  /** The repetitions that all tasks share. Default: as many as there are tasks. */
  readonly budget?: RetryBudget | undefined;
  /** Makes one attempt. Any error but `RequestFailure` ends the task, such as that of a token request before it. */
  readonly send: (attempt: number) => Promise<HttpResponse>;
  /** Reads a 2xx response. Throws `ResponseShapeError` for a body that cannot be used. */
  readonly read: (response: HttpResponse, title: string) => T;
  /** Creates the error for any other response. */
  readonly toError: (refusal: Refusal) => Promise<ApiError>;
  /**
   * Changes what `send` sends after a refusal, such as the token after a 401. Returns whether it did: the request is
   * then repeated at once.
   */
  readonly correct?: (response: HttpResponse) => boolean;
  /** What makes all requests wait, if this one was never sent: the end of a sentence. */
  readonly waitsFor?: () => Promise<string | undefined>;
}

/** A response other than 2xx. */
export interface Refusal {
  readonly response: HttpResponse;
  readonly attempt: number;
  /** The service has limited the rate until the operation's deadline passed: its length. */
  readonly limitedForMs?: number;
}

/** What has become of a task so far. */
interface Progress<T> {
  attempts: number;
  last?: Result<T>;
}

/** Runs the task until it has a value or an error. Waits between attempts as `decide` says. */
export async function runTask<T>(task: Task<T>, operation: Operation): Promise<T> {
  const progress: Progress<T> = { attempts: 0 };
  try {
    return await repeat(task, operation, progress);
  } catch (error) {
    if (error !== operation.signal.reason || !(error instanceof TimeoutError)) throw error;
    throw await deadlineError(task, operation, progress, error);
  }
}

/** The deadline belongs to the operation: adds the request that it ended, and why that had to wait. */
async function deadlineError<T>(
  task: Task<T>,
  { deadlineMs }: Operation,
  { attempts, last }: Progress<T>,
  error: TimeoutError,
): Promise<IdmError> {
  if (last && "response" in last && last.response.status === 429)
    return task.toError({ response: last.response, attempt: attempts, limitedForMs: deadlineMs });
  const cause = attempts === 0 ? await task.waitsFor?.() : undefined;
  const { withoutAdvice, advice, sent } = error;
  const message = [`${attemptTitle(task.title, attempts)}: ${withoutAdvice}`, cause].filter(Boolean);
  return new TimeoutError(message.join(". "), sent, { cause: error, advice });
}

async function repeat<T>(task: Task<T>, operation: Operation, progress: Progress<T>): Promise<T> {
  for (let repetitions = task.oneAttempt ? maxAttempts : 0; ; ) {
    const result = await attemptOnce(task, progress.attempts + 1);
    progress.attempts += 1;
    progress.last = result;
    const decision = decide({
      outcome: result.outcome,
      repetitions,
      repeatable: task.repeatable,
      paced: task.paced,
      ownLimit: task.ownLimit,
      mayRepeat: task.budget?.available ?? true,
      remainingMs: operation.remainingMs,
      nowMs: Date.now(),
      random: Math.random(),
    });
    if (decision.kind === "repeat") {
      repetitions += 1;
      if (!isRefusal(result.outcome)) task.budget?.use();
      await operation.wait(decision.delayMs, result.summary);
    } else if (decision.kind === "refuse" && "response" in result && task.correct?.(result.response)) {
      operation.signal.throwIfAborted();
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
type Result<T> = { readonly outcome: Outcome; readonly summary: string } & (
  | { readonly value: T }
  | { readonly response: HttpResponse; readonly toError: () => Promise<IdmError> }
  | { readonly toError: () => Promise<IdmError> }
);

async function attemptOnce<T>(task: Task<T>, attempt: number): Promise<Result<T>> {
  try {
    const response = await task.send(attempt);
    const { status, headers } = response;
    const outcome: Outcome = { kind: "response", status, headers };
    if (status >= 200 && status < 300) return readResult(task, response, attempt, outcome);
    const summary = `${task.title} failed with status ${status} and is repeated`;
    return { outcome, summary, response, toError: () => task.toError({ response, attempt }) };
  } catch (error) {
    return failedResult(error);
  }
}

/** How messages name an attempt: `POST /roles (attempt 3)`. */
export function attemptTitle(title: string, attempt: number): string {
  return attempt > 1 ? `${title} (attempt ${attempt})` : title;
}

function readResult<T>(task: Task<T>, response: HttpResponse, attempt: number, outcome: Outcome): Result<T> {
  try {
    return { outcome, summary: "", value: task.read(response, attemptTitle(task.title, attempt)) };
  } catch (error) {
    if (!(error instanceof ResponseShapeError)) throw error;
    return { outcome: { kind: "unusable" }, summary: repeated(error), toError: async () => error };
  }
}

function failedResult(thrown: unknown): Result<never> {
  if (!(thrown instanceof RequestFailure)) throw thrown;
  const { error, permanent } = thrown;
  return {
    outcome: { kind: "failure", sent: error.sent, permanent },
    summary: repeated(error),
    toError: async () => error,
  };
}

/** No advice: the provider itself repeats the request. */
function repeated(error: IdmError): string {
  return `${asSentence(error.withoutAdvice)} The request is repeated`;
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
    `${asSentence(cause.withoutAdvice)} It is not known whether the service has acted on ${title}`,
    { cause },
  );
}
