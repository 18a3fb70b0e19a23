import type { Fault, FaultAfter, FaultBefore } from "../service/faults.ts";
import { requestTimeoutMs } from "./limits.ts";

/** One row: what goes wrong with the request that an operation is about. */
export interface Row {
  readonly title: string;
  /** Title of a group of rows that are shown as one where all their cells agree. */
  readonly group?: string;
  /** Absent for `refused` and `gone`, which are no doing of the service's. */
  readonly fault?: () => (FaultBefore | FaultAfter) & Pick<Fault, "times">;
  /** Nobody listens at the address. */
  readonly refused?: true;
  /** The item that the request is about is not there any more. */
  readonly gone?: true;
  /** How long the service may still be at work after the client has given up. */
  readonly lateMs?: number;
}

const statuses = [500, 502, 503, 504];
const groupOf = (when: string) => `${statuses.join(", ")} ${when} acting`;

const always = 1_000;
/** Late enough that a busy machine does not let it pass for an answer in time. */
const slowMs = requestTimeoutMs + 2_500;

const before = (status: number, more: Partial<Fault> = {}): (() => FaultBefore & Pick<Fault, "times">) => {
  return () => ({ ...more, kind: "status", status }) as FaultBefore;
};
const after = (status: number): (() => FaultAfter) => {
  return () => ({ kind: "status-after", status });
};

function tooMany(resetInSeconds?: number): () => FaultBefore {
  return () => {
    if (resetInSeconds === undefined) return { kind: "status", status: 429 };
    const reset = Math.floor(Date.now() / 1000) + resetInSeconds;
    const headers = {
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(reset),
    };
    return { kind: "status", status: 429, headers };
  };
}

export const rows: readonly Row[] = [
  { title: "connection refused", refused: true },
  { title: "connection reset before acting", fault: () => ({ kind: "reset-before" }) },
  { title: "connection reset after acting", fault: () => ({ kind: "reset-after" }) },
  { title: "no answer, not acted", fault: () => ({ kind: "no-answer" }) },
  { title: "no answer, acted", fault: () => ({ kind: "no-answer-after" }) },
  { title: "slow answer, within the time-out", fault: () => ({ kind: "slow", ms: 100 }) },
  { title: "slow answer, beyond the time-out", fault: () => ({ kind: "slow", ms: slowMs }), lateMs: slowMs },
  ...statuses.map((status) => ({
    title: `${status} before acting`,
    group: groupOf("before"),
    fault: before(status),
  })),
  ...statuses.map((status) => ({
    title: `${status} after acting`,
    group: groupOf("after"),
    fault: after(status),
  })),
  { title: "503 for good", fault: before(503, { times: always }) },
  { title: "429 without headers", fault: tooMany() },
  { title: "429, reset in a second", fault: tooMany(1) },
  { title: "429, reset in the past", fault: tooMany(-60) },
  { title: "429, reset in an hour", fault: tooMany(3600) },
  { title: "401 once (expired token)", fault: () => ({ kind: "expired-token" }) },
  { title: "401 for good", fault: () => ({ kind: "expired-token", times: always }) },
  { title: "403", fault: before(403) },
  { title: "404", fault: before(404), gone: true },
  { title: "409", fault: before(409) },
  { title: "redirect", fault: () => ({ kind: "redirect", to: "http://127.0.0.1:9/elsewhere" }) },
  { title: "HTML instead of JSON", fault: () => ({ kind: "html" }) },
  { title: "cut-off JSON", fault: () => ({ kind: "cut-json" }) },
  { title: "wrong content type", fault: () => ({ kind: "wrong-content-type" }) },
  { title: "empty body", fault: () => ({ kind: "empty-body" }) },
  { title: "huge body", fault: () => ({ kind: "huge-body" }) },
  { title: "JSON nested 10,000 deep", fault: () => ({ kind: "deep-json" }) },
  { title: "unknown fields", fault: () => ({ kind: "unknown-fields" }) },
  { title: "missing fields", fault: () => ({ kind: "missing-fields" }) },
];
