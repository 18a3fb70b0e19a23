/** Fields of an answer that `missing-fields` leaves out when none are named. */
export const IDENTIFYING_FIELDS = [
  "id",
  "custom_domain_id",
  "domain",
  "name",
  "status",
  "verification",
  "access_token",
];

/** What happens instead of acting on the request. */
export type FaultBefore =
  | { kind: "reset-before" }
  /** Accepts the request and stays silent until the service closes. */
  | { kind: "no-answer" }
  /** Waits, then acts as always. */
  | { kind: "slow"; ms: number }
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: "expired-token" }
  /** Default status 307. */
  | { kind: "redirect"; to: string; status?: number };

/** What happens to the answer of a request that was acted on. */
export type FaultAfter =
  | { kind: "reset-after" }
  | { kind: "no-answer-after" }
  | { kind: "status-after"; status: number; headers?: Record<string, string>; body?: unknown }
  /** A page of HTML; without a status the one that the answer has. */
  | { kind: "html"; status?: number }
  /** Half of the body under the length of the whole, then the end of the connection. */
  | { kind: "cut-json" }
  /** The JSON as `text/plain`. */
  | { kind: "wrong-content-type" }
  | { kind: "empty-body" }
  | { kind: "not-json" }
  /** Default 21 MB. */
  | { kind: "huge-body"; bytes?: number }
  | { kind: "unknown-fields" }
  /** Default {@link IDENTIFYING_FIELDS}. */
  | { kind: "missing-fields"; fields?: string[] }
  /** A field nested 10,000 levels deep. */
  | { kind: "deep-json"; levels?: number };

/** A fault and the requests that it meets. */
export type Fault = (FaultBefore | FaultAfter) & {
  /** Default every method. */
  method?: string;
  /** Tried on the path from the root, without the query; default every path, that of tokens too. */
  path?: RegExp;
  /** How many requests it meets; default 1. */
  times?: number;
  /** How many requests it lets through first; default 0. */
  after?: number;
};

const BEFORE = new Set<Fault["kind"]>([
  "reset-before",
  "no-answer",
  "slow",
  "status",
  "expired-token",
  "redirect",
]);

/** Whether the fault comes in place of acting. */
export function isBefore(fault: FaultBefore | FaultAfter): fault is FaultBefore {
  return BEFORE.has(fault.kind);
}

interface Armed {
  fault: Fault;
  skip: number;
  left: number;
}

/** The faults that wait for their requests, the oldest first; one request meets one fault at most. */
export class Faults {
  #armed: Armed[] = [];
  #met = 0;

  add(fault: Fault): void {
    this.#armed.push({ fault, skip: fault.after ?? 0, left: fault.times ?? 1 });
  }

  /** Forgets every fault that still waits. */
  clear(): void {
    this.#armed = [];
  }

  /** How many requests met a fault. */
  get met(): number {
    return this.#met;
  }

  /** How many faults still wait. */
  get waiting(): number {
    return this.#armed.length;
  }

  /** The fault that this request meets. */
  next(method: string, path: string): Fault | undefined {
    const armed = this.#armed.find((candidate) => meets(candidate, method, path));
    if (armed === undefined) return undefined;
    armed.left -= 1;
    if (armed.left <= 0) this.#armed = this.#armed.filter((other) => other !== armed);
    this.#met += 1;
    return armed.fault;
  }
}

/** Counts down the requests that the fault lets through. */
function meets(armed: Armed, method: string, path: string): boolean {
  const { fault } = armed;
  if (fault.method !== undefined && fault.method !== method) return false;
  if (
    fault.path !== undefined &&
    !new RegExp(fault.path.source, fault.path.flags.replace(/[gy]/g, "")).test(path)
  )
    return false;
  if (armed.skip === 0) return true;
  armed.skip -= 1;
  return false;
}
