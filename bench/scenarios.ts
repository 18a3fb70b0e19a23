/**
 * The provider that is measured. `floor` only waits as long as the service takes. `bare` only sends requests with
 * undici. `ours` is this package. `bare-plugin`, `requesting-plugin` and `plugin` are these three as packaged plugins.
 * `ordinary` is a dynamic provider as people usually write it. `compiled` does what the compiled providers of such
 * services do.
 */
export type Contender =
  | "floor"
  | "bare"
  | "ours"
  | "bare-plugin"
  | "requesting-plugin"
  | "plugin"
  | "ordinary"
  | "compiled";

/** A command of the engine. `again` is an `up` that changes nothing, `up-refresh` the same with `--refresh`. */
export type Phase = "preview" | "up" | "again" | "up-refresh" | "refresh" | "destroy";

/** How often the bench repeats its runs: with `--quick`, without an option, with `--full`. */
export type Effort = "quick" | "usual" | "full";

/** What all contenders do, and how often. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** Number of roles of one stack, as `domains`. */
  readonly roles: number;
  readonly domains: number;
  /** Number of stacks of one tenant that run at the same time. */
  readonly stacks: number;
  /** Number of roles of the tenant that belong to no stack. Default 0. */
  readonly otherRoles?: number;
  /** Whether the stacks are brought up first, without the limit and unmeasured. Default false. */
  readonly isUpBefore?: boolean;
  readonly limit?: { readonly perSecond: number; readonly burst: number };
  /** Requests a second of another client of the tenant; the service's responses then tell the limit. */
  readonly neighbour?: number;
  /** Percent of the limit that our provider leaves free (`idm:rateLimitReserve`). */
  readonly reserve?: number;
  readonly contenders: readonly Contender[];
  readonly phases: readonly Phase[];
  readonly runs: Readonly<Record<Effort, number>>;
  readonly plotted: "seconds" | "memoryMb";
}

/** Time that the service takes for each request. */
export const latencyMs = 40;

const all: readonly Contender[] = ["floor", "ours", "ordinary", "compiled"];
const plugins: readonly Contender[] = ["bare-plugin", "requesting-plugin", "plugin"];
const manyRuns = { quick: 1, usual: 3, full: 5 };
const fewRuns = { quick: 1, usual: 1, full: 3 };
const common = { roles: 100, domains: 10, stacks: 1, contenders: all, plotted: "seconds" } as const;

export const scenarios: readonly Scenario[] = [
  {
    ...common,
    id: "free",
    title: "No limit: 110 resources",
    contenders: ["floor", "bare", "ours", ...plugins, "ordinary", "compiled"],
    phases: ["preview", "up", "again", "refresh", "destroy"],
    runs: manyRuns,
  },
  {
    ...common,
    id: "limit-20",
    title: "20 requests a second, burst 20: 110 resources",
    limit: { perSecond: 20, burst: 20 },
    phases: ["up"],
    runs: manyRuns,
  },
  {
    ...common,
    id: "two",
    title: "Two stacks on one tenant, 20 requests a second, burst 20: 55 resources each",
    roles: 50,
    domains: 5,
    stacks: 2,
    limit: { perSecond: 20, burst: 20 },
    phases: ["up"],
    runs: manyRuns,
  },
  {
    ...common,
    id: "limit-2",
    title: "2 requests a second, burst 2: 30 resources",
    roles: 27,
    domains: 3,
    limit: { perSecond: 2, burst: 2 },
    phases: ["up"],
    runs: fewRuns,
  },
  refresh({
    id: "refresh-free",
    title: "Refresh of 110, no limit",
    // `free` has the refresh of the others.
    contenders: ["floor", "ours"],
    runs: fewRuns,
  }),
  refresh({
    id: "refresh-20",
    title: "Refresh of 110 at 20 requests a second, burst 20",
    limit: { perSecond: 20, burst: 20 },
    runs: fewRuns,
  }),
  refresh({
    id: "refresh-2",
    title: "Refresh of 300 at 2 requests a second, burst 2",
    roles: 270,
    domains: 30,
    limit: { perSecond: 2, burst: 2 },
    // The others take more than two and a half minutes.
    contenders: ["floor", "ours"],
    runs: fewRuns,
  }),
  refresh({
    id: "refresh-tenant",
    title: "Refresh of 5 in a tenant of 20,000 roles",
    roles: 5,
    domains: 0,
    otherRoles: 20_000,
    contenders: ["floor", "ours"],
    runs: fewRuns,
  }),
  refresh({
    id: "refresh-1000",
    title: "up --refresh of 1,000 unchanged at 10 requests a second, burst 10",
    roles: 900,
    domains: 100,
    limit: { perSecond: 10, burst: 10 },
    contenders: ["floor", "ours"],
    phases: ["up-refresh"],
    runs: { quick: 0, usual: 0, full: 1 },
  }),
  beside(0),
  beside(50),
  growth(10, manyRuns),
  growth(100, manyRuns),
  // Nearly all of this time goes to the engine's file backend, which rewrites the state at each step.
  growth(1000, { quick: 0, usual: 0, full: 1 }),
];

/** A refresh of what is up already, so that the limit is all for the refresh. */
function refresh(more: Pick<Scenario, "id" | "title" | "runs"> & Partial<Scenario>): Scenario {
  return { ...common, isUpBefore: true, phases: ["refresh"], ...more };
}

/** A second client asks while `up` runs, as users do who log in. Its 429s are what counts. */
function beside(reserve: number): Scenario {
  return {
    ...common,
    id: `beside-${reserve}`,
    title: `A client that asks 12 times a second beside an \`up\` of 110, 20 a second, burst 20, reserve ${reserve} %`,
    limit: { perSecond: 20, burst: 20 },
    neighbour: 12,
    reserve,
    contenders: ["ours"],
    phases: ["up"],
    runs: fewRuns,
  };
}

function growth(resources: number, runs: Scenario["runs"]): Scenario {
  return {
    ...common,
    id: `growth-${resources}`,
    title: `Growth: ${resources} resources`,
    roles: resources * 0.9,
    domains: resources * 0.1,
    contenders: ["floor", "ours"],
    phases: ["up", "refresh", "destroy"],
    runs,
    plotted: "memoryMb",
  };
}

/**
 * Seconds from the first request to the last if only the rate limit took time, with a request for each resource; 0
 * without a limit. A refresh may take fewer requests: the limit is no part of its floor.
 */
export function limitSeconds({ roles, domains, stacks, limit, isUpBefore }: Scenario): number {
  if (!limit || isUpBefore) return 0;
  return Math.max(0, ((roles + domains) * stacks - limit.burst) / limit.perSecond);
}
