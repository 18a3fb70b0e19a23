/** Fields that `missing-fields` removes by default. */
export const identifyingFields = [
  "id",
  "custom_domain_id",
  "domain",
  "name",
  "status",
  "verification",
  "access_token",
];

/** Faults that happen before the request takes effect; after all but `slow` it never does. */
export type FaultBefore =
  | { kind: "reset-before" }
  /** No response until the service closes. */
  | { kind: "no-answer" }
  /** A delay, then the usual response. */
  | { kind: "slow"; ms: number }
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: "expired-token" }
  /** Default status 307. */
  | { kind: "redirect"; to: string; status?: number };

/** Faults that happen to the response after the request took effect. */
export type FaultAfter =
  | { kind: "reset-after" }
  | { kind: "no-answer-after" }
  | { kind: "status-after"; status: number; headers?: Record<string, string>; body?: unknown }
  /** A page of HTML; default the status that the response has. */
  | { kind: "html"; status?: number }
  /** Half of the body, with the `content-length` of the whole; then the connection closes. */
  | { kind: "cut-json" }
  /** The JSON with the content type `text/plain`. */
  | { kind: "wrong-content-type" }
  | { kind: "empty-body" }
  | { kind: "not-json" }
  /** JSON with a long string; default 21 MB. */
  | { kind: "huge-body"; bytes?: number }
  | { kind: "unknown-fields" }
  /** Default {@link identifyingFields}. */
  | { kind: "missing-fields"; fields?: string[] }
  /** JSON with a nested array; default 10,000 levels. */
  | { kind: "deep-json"; levels?: number };

/** A fault and the requests that it applies to. */
export type Fault = (FaultBefore | FaultAfter) & {
  /** Default all methods. */
  method?: string;
  /** Matched against the path from the root, without the query; default all paths, also that of token requests. */
  path?: RegExp;
  /** Number of requests that get the fault; default 1. */
  times?: number;
  /** Number of matching requests that are served as usual first; default 0. */
  after?: number;
  /** Called at each request that gets the fault: before the request takes effect, or after, as the kind says. */
  onMet?: () => void;
};

const kindsBefore = new Set<Fault["kind"]>([
  "reset-before",
  "no-answer",
  "slow",
  "status",
  "expired-token",
  "redirect",
]);

/** Whether the fault happens before the request takes effect. */
export function isBefore(fault: FaultBefore | FaultAfter): fault is FaultBefore {
  return kindsBefore.has(fault.kind);
}

interface WaitingFault {
  fault: Fault;
  /** Matching requests still to be served as usual. */
  skip: number;
  /** Requests that still get the fault. */
  left: number;
}

/** The faults that wait for their requests, oldest first. A request gets at most one fault. */
export class Faults {
  #waiting: WaitingFault[] = [];
  #met = 0;

  add(fault: Fault): void {
    this.#waiting.push({ fault, skip: fault.after ?? 0, left: fault.times ?? 1 });
  }

  /** Removes all waiting faults. */
  clear(): void {
    this.#waiting = [];
  }

  /** Number of requests that got a fault. */
  get met(): number {
    return this.#met;
  }

  /** Number of faults that still wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The fault for this request; undefined for none. */
  next(method: string, path: string): Fault | undefined {
    const waiting = this.#waiting.find((candidate) => applies(candidate, method, path));
    if (waiting === undefined) return undefined;
    waiting.left -= 1;
    if (waiting.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== waiting);
    this.#met += 1;
    return waiting.fault;
  }
}

/** Whether the fault applies to the request; counts down `after`. */
function applies(waiting: WaitingFault, method: string, path: string): boolean {
  const { fault } = waiting;
  if (fault.method !== undefined && fault.method !== method) return false;
  if (fault.path !== undefined && !withoutPosition(fault.path).test(path)) return false;
  if (waiting.skip === 0) return true;
  waiting.skip -= 1;
  return false;
}

/** The flags `g` and `y` would make `test` continue where the last match ended. */
function withoutPosition(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
}
