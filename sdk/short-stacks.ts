/**
 * Stack traces of one line, until `restore`. Pulumi notes where each promise behind an output is made, four to a property, for
 * PULUMI_DEBUG_PROMISE_LEAKS alone, and naming the source lines of these traces is most of what a resource takes in a program (docs/performance.md).
 */
export class ShortStacks {
  readonly #limit = Error.stackTraceLimit;

  constructor() {
    if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = Math.min(this.#limit, 1);
  }

  restore(): void {
    Error.stackTraceLimit = this.#limit;
  }

  /** An error that was made meanwhile, with the lines that led to `caller` behind its own. */
  completed(error: unknown, caller: NewableFunction): unknown {
    if (!(error instanceof Error)) return error;
    this.restore();
    const here: { stack?: string } = {};
    Error.captureStackTrace(here, caller);
    error.stack = [error.stack, ...(here.stack ?? "").split("\n").slice(1)].join("\n");
    return error;
  }
}
