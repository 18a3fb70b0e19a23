import { maxResponseBytes } from "../../provider/client/transport.ts";
import type { Fault, FaultAfter, FaultBefore } from "../service/faults.ts";
import { requestTimeoutMs } from "./limits.ts";

/** One row of the matrix: what goes wrong with the request of an action. */
export interface FaultRow {
  readonly title: string;
  /** Rows of one group are a single line of the table when all their cells agree. This is its title. */
  readonly group?: string;
  /** What the service does; absent for `refused`. */
  readonly fault?: () => (FaultBefore | FaultAfter) & Pick<Fault, "times">;
  /** Nothing listens at the address. */
  readonly refused?: true;
  /** Instead of the fault, the item is deleted first, for actions on an existing item. */
  readonly gone?: true;
  /** Instead of the fault, the request goes to another tenant's address, for actions on an existing item. */
  readonly elsewhere?: true;
  /** The request ends at its timeout. In all other rows, a slow machine must not end it. */
  readonly timesOut?: true;
  /** How long the service may still work on the request after the client has given up. */
  readonly lateMs?: number;
}

const statuses = [500, 502, 503, 504];
const groupTitle = (when: string) => `${statuses.join(", ")} ${when} acting`;

/** More often than any action sends a request. */
const always = 1_000;
/** So far above the timeout that the answer is late on a busy machine too. */
const slowMs = requestTimeoutMs + 2_500;

const before = (status: number, more: object = {}): (() => FaultBefore & Pick<Fault, "times">) => {
  return () => ({ ...more, kind: "status", status }) as FaultBefore;
};
const after = (status: number): (() => FaultAfter) => {
  return () => ({ kind: "status-after", status });
};

/** A 404 in the form of the service's own errors, and what an ingress and a gateway answer without their service. */
const ownError = { body: { statusCode: 404, error: "Not Found", message: "Not Found" } };
const htmlPage = {
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>404 Not Found</title>",
};
const gatewayError = { body: { message: "no Route matched with those values", request_id: "1" } };

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

export const faultRows: readonly FaultRow[] = [
  { title: "connection refused", refused: true },
  { title: "connection reset before acting", fault: () => ({ kind: "reset-before" }) },
  { title: "connection reset after acting", fault: () => ({ kind: "reset-after" }) },
  { title: "no answer, not acted", fault: () => ({ kind: "no-answer" }), timesOut: true },
  { title: "no answer, acted", fault: () => ({ kind: "no-answer-after" }), timesOut: true },
  { title: "slow answer, within the timeout", fault: () => ({ kind: "slow", ms: 100 }) },
  {
    title: "slow answer, beyond the timeout",
    fault: () => ({ kind: "slow", ms: slowMs }),
    timesOut: true,
    lateMs: slowMs,
  },
  ...statuses.map((status) => ({
    title: `${status} before acting`,
    group: groupTitle("before"),
    fault: before(status),
  })),
  ...statuses.map((status) => ({
    title: `${status} after acting`,
    group: groupTitle("after"),
    fault: after(status),
  })),
  { title: "503 permanently", fault: before(503, { times: always }) },
  { title: "429 without headers", fault: tooMany() },
  { title: "429, reset in a second", fault: tooMany(1) },
  { title: "429, reset in the past", fault: tooMany(-60) },
  { title: "429, reset in an hour", fault: tooMany(3600) },
  { title: "401 once (expired token)", fault: () => ({ kind: "expired-token" }) },
  { title: "401 permanently", fault: () => ({ kind: "expired-token", times: always }) },
  { title: "403", fault: before(403) },
  { title: "404", fault: before(404, ownError), gone: true },
  { title: "404 at another tenant's address", fault: before(404, ownError), elsewhere: true },
  { title: "404 of a router, about an item that exists", fault: before(404, ownError) },
  { title: "404 with an HTML page", fault: before(404, htmlPage) },
  { title: "404 in the JSON of a gateway", fault: before(404, gatewayError) },
  { title: "409", fault: before(409) },
  { title: "redirect", fault: () => ({ kind: "redirect", to: "http://127.0.0.1:9/elsewhere" }) },
  { title: "HTML instead of JSON", fault: () => ({ kind: "html" }) },
  { title: "cut-off JSON", fault: () => ({ kind: "cut-json" }) },
  { title: "wrong content type", fault: () => ({ kind: "wrong-content-type" }) },
  { title: "empty body", fault: () => ({ kind: "empty-body" }) },
  {
    title: "huge body",
    fault: () => ({ kind: "huge-body", bytes: maxResponseBytes + 1 }),
  },
  { title: "JSON nested 10,000 deep", fault: () => ({ kind: "deep-json" }) },
  { title: "unknown fields", fault: () => ({ kind: "unknown-fields" }) },
  { title: "missing fields", fault: () => ({ kind: "missing-fields" }) },
];
