/** Runs `work` on all items, at most `limit` at a time. After the signal no new one starts. `work` never rejects. */
export async function atATime<T>(
  items: readonly T[],
  { limit, signal }: { limit: number; signal: AbortSignal },
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (signal.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
