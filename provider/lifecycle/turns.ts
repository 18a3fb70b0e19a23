/** Work that is done one at a time for each key, in the order in which it came. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does `work` after all earlier work of this key. Rejects with the reason of `signal` when that comes first. */
  async take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const turn = Promise.withResolvers<void>();
    const all = Promise.all([before, turn.promise]);
    this.#last.set(key, all);
    try {
      if (before) await unlessAborted(before, signal);
      return await work();
    } finally {
      turn.resolve();
      if (this.#last.get(key) === all) this.#last.delete(key);
    }
  }
}

async function unlessAborted(before: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([before, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
