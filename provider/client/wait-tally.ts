import { settingName } from "../config/setting-table.ts";

/** Why requests wait: the service's limit, or one of the user's settings. */
export type WaitReason = "service" | "maxRequestsPerSecond" | "rateLimitReserve";

/** A run that waited longer than this is summed up. */
const reportedTotalMs = 10_000;

/** Shorter parts of the total are not named. */
const namedPartMs = 1_000;

/** Adds up how long the requests of a process waited, and why. Reads no clock. */
export class WaitTally {
  #requests = 0;
  #refusals = 0;
  #waiting: { readonly sinceMs: number; readonly reason: WaitReason } | undefined;
  readonly #waitedMs = new Map<WaitReason, number>();

  /** A request is sent. */
  sent(): void {
    this.#requests += 1;
  }

  /** The service answered with a 429. */
  refused(): void {
    this.#refusals += 1;
  }

  /** From now on the next request waits for `reason`; without one, nothing waits. */
  wait(reason: WaitReason | undefined, nowMs: number): void {
    if (reason === this.#waiting?.reason) return;
    if (this.#waiting) {
      const { sinceMs, reason: ended } = this.#waiting;
      this.#waitedMs.set(ended, (this.#waitedMs.get(ended) ?? 0) + nowMs - sinceMs);
    }
    this.#waiting = reason && { sinceMs: nowMs, reason };
  }

  /** One line about the whole run; undefined when it hardly waited. */
  summary(): string | undefined {
    const parts = [...this.#waitedMs].filter(([, ms]) => ms >= namedPartMs).sort(([, a], [, b]) => b - a);
    const totalMs = [...this.#waitedMs.values()].reduce((sum, ms) => sum + ms, 0);
    if (totalMs <= reportedTotalMs) return undefined;
    const reasons = parts.map(([reason, ms]) => `${Math.round(ms / 1000)} s for ${nameOf(reason)}`);
    const requests = `${this.#requests} requests were sent, ${this.#refusals} of them met a 429`;
    return `Rate limit: ${requests}. They waited ${Math.round(totalMs / 1000)} s: ${reasons.join(", ")}.`;
  }
}

function nameOf(reason: WaitReason): string {
  return reason === "service" ? "the service's limit" : settingName(reason);
}
