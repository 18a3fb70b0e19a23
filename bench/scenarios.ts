/**
 * `floor` waits as long as the service takes and does nothing else; `bare` sends through undici in place of waiting, and does
 * nothing else; `ordinary` is a dynamic provider as they are written.
 */
export type Contender = "floor" | "bare" | "ours" | "ordinary";

/** `again` is an `up` with nothing to do. */
export type Phase = "preview" | "up" | "again" | "refresh" | "destroy";

/** How thoroughly the bench runs: `--quick`, nothing, `--full`. */
export type Effort = "quick" | "usual" | "full";

export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** Of one process. */
  readonly roles: number;
  readonly domains: number;
  /** Stacks of one tenant that go up at the same time. */
  readonly processes: number;
  readonly limit?: { readonly perSecond: number; readonly burst: number };
  readonly contenders: readonly Contender[];
  readonly phases: readonly Phase[];
  readonly runs: Readonly<Record<Effort, number>>;
  readonly plotted: "seconds" | "memoryMb";
}

/** What the service takes for each request. */
export const latencyMs = 40;

const all: readonly Contender[] = ["floor", "ours", "ordinary"];
const often = { quick: 1, usual: 3, full: 5 };
const seldom = { quick: 1, usual: 1, full: 3 };
const alone = { roles: 100, domains: 10, processes: 1, contenders: all, plotted: "seconds" } as const;

export const scenarios: readonly Scenario[] = [
  {
    ...alone,
    id: "free",
    title: "No limit: 110 resources",
    contenders: ["floor", "bare", "ours", "ordinary"],
    phases: ["preview", "up", "again", "refresh", "destroy"],
    runs: often,
  },
  {
    ...alone,
    id: "limit-20",
    title: "20 requests a second, burst 20: 110 resources",
    limit: { perSecond: 20, burst: 20 },
    phases: ["up"],
    runs: often,
  },
  {
    ...alone,
    id: "two",
    title: "Two processes on one tenant, 20 requests a second, burst 20: 55 resources each",
    roles: 50,
    domains: 5,
    processes: 2,
    limit: { perSecond: 20, burst: 20 },
    phases: ["up"],
    runs: often,
  },
  {
    ...alone,
    id: "limit-2",
    title: "2 requests a second, burst 2: 30 resources",
    roles: 27,
    domains: 3,
    limit: { perSecond: 2, burst: 2 },
    phases: ["up"],
    runs: seldom,
  },
  growth(10, often),
  growth(100, often),
  // The engine's file backend, which rewrites the state at each step, takes nearly all of this time.
  growth(1000, { quick: 0, usual: 0, full: 1 }),
];

function growth(resources: number, runs: Scenario["runs"]): Scenario {
  return {
    ...alone,
    id: `growth-${resources}`,
    title: `Growth: ${resources} resources`,
    roles: resources * 0.9,
    domains: resources * 0.1,
    contenders: ["floor", "ours"],
    phases: ["up"],
    runs,
    plotted: "memoryMb",
  };
}

/** Seconds that the limit alone takes from the first request to the last. */
export function limitSeconds({ roles, domains, processes, limit }: Scenario): number {
  if (!limit) return 0;
  return Math.max(0, ((roles + domains) * processes - limit.burst) / limit.perSecond);
}
