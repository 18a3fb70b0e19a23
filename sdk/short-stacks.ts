/**
 * Limits stack traces to one line until `restore`. Pulumi takes four traces for each output property, which only
 * PULUMI_DEBUG_PROMISE_LEAKS uses. With their full length they take most of the time of creating a resource in a
 * program.
 */
export class ShortStacks {
  readonly #limit = Error.stackTraceLimit;

  constructor() {
    if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = Math.min(this.#limit, 1);
  }

  /** Sets the limit that was in force before. */
  restore(): void {
    Error.stackTraceLimit = this.#limit;
  }

  /** Adds the call stack of `caller` to the short trace of an error that was thrown before `restore`. */
  completed(error: unknown, caller: NewableFunction): unknown {
    if (!(error instanceof Error)) return error;
    this.restore();
    const here: { stack?: string } = {};
    Error.captureStackTrace(here, caller);
    error.stack = [error.stack, ...(here.stack ?? "").split("\n").slice(1)].join("\n");
    return error;
  }
}
