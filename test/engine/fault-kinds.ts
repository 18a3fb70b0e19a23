import type { FaultAfter, FaultBefore } from "../service/faults.ts";

/** Headers of a rate limit that resets in so many seconds. */
const resetIn = (seconds: number) => ({
  "x-ratelimit-limit": "10",
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + seconds),
});

/** Faults that leave open whether the service acted on the request. */
export const lostAnswers = (): (FaultBefore | FaultAfter)[] => [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "no-answer" },
  { kind: "no-answer-after" },
  ...[500, 502, 503, 504].flatMap((status) => [
    { kind: "status", status } as const,
    { kind: "status-after", status } as const,
  ]),
  { kind: "html" },
  { kind: "html", status: 502 },
  { kind: "cut-json" },
  { kind: "not-json" },
  { kind: "huge-body" },
];

/** Faults that the client handles without an error. */
export const bearable = (): (FaultBefore | FaultAfter)[] => [
  { kind: "slow", ms: 300 },
  { kind: "status", status: 429 },
  { kind: "status", status: 429, headers: resetIn(1) },
  { kind: "status", status: 429, headers: resetIn(-60) },
  { kind: "status", status: 429, headers: { "retry-after": "1" } },
  { kind: "expired-token" },
  { kind: "wrong-content-type" },
  { kind: "empty-body" },
  { kind: "unknown-fields" },
  { kind: "missing-fields" },
  { kind: "deep-json" },
];

/** Faults that end an operation with an error. The service has not acted. */
export const refusals = (): FaultBefore[] => [
  { kind: "status", status: 400, body: { statusCode: 400, message: "Payload validation error" } },
  { kind: "status", status: 403 },
  { kind: "status", status: 404 },
  { kind: "status", status: 409 },
  { kind: "redirect", to: "http://127.0.0.1:9/elsewhere" },
];

/** All of the above. */
export const allKinds = (): (FaultBefore | FaultAfter)[] => [...lostAnswers(), ...bearable(), ...refusals()];
