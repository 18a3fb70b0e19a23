/**
 * When the provider looks for the item of a create without an answer: the times between two lookups, in milliseconds.
 * Each list of times follows a first lookup at once.
 */
export interface LookSchedule {
  /** The answer was lost or was an error: the service has most likely ended its work, but its lists may be late. */
  readonly lost: readonly number[];
  /**
   * The answer did not come in time: the service may still work on the request. Or an item exists for certain, and its
   * list does not show it yet.
   */
  readonly slow: readonly number[];
  /** The process was killed, perhaps a moment ago. */
  readonly interrupted: readonly number[];
}

export const lookSchedule: LookSchedule = {
  lost: [1_000, 3_000],
  // Together 25 s: gateways often give up after 30 s or a minute, and the service ends its work soon after.
  slow: [1_000, 3_000, 6_000, 7_000, 8_000],
  interrupted: [3_000],
};
