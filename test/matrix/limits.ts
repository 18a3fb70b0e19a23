import { availableParallelism } from "node:os";

/** Most of a cell's time is waiting, so that one core runs many. The `maxConcurrency` of the unit tests. */
export const cellsAtATime = 8 * availableParallelism();

/** Limit of one attempt in rows that end at it. In the others it is `deadlineMs`. */
export const requestTimeoutMs = 2_000;

/** Limit of one operation, and of a wait for a domain. */
export const deadlineMs = 8_000;

/** What a busy machine may add to a deadline. */
export const slackMs = 4_000;
