import { Pacer } from "../../provider/client/pacing.ts";
import { type Limiter, type ServiceOptions, SimulatedService, VirtualClock } from "./pacing-simulation.ts";

/** As many calls as the engine makes at a time on a machine with two cores. */
export const engineConcurrency = 8;
export const defaultLatencyMs = 40;

export interface Scenario {
  readonly limiter: () => Limiter;
  /** Number of requests of one process. */
  readonly requests: number;
  readonly processes?: number;
  readonly seed: number;
  readonly headers?: ServiceOptions["headers"];
  readonly reset?: ServiceOptions["reset"];
  readonly latencyMs?: (random: () => number) => number;
  readonly during?: (clock: VirtualClock, service: SimulatedService) => void;
  /** Default: a pacer with 16 requests in flight. */
  readonly newPacer?: (clock: VirtualClock, random: () => number) => Pick<Pacer, "ticket" | "run">;
}

export interface Simulation {
  readonly seconds: number;
  readonly refusals: number;
  readonly clock: VirtualClock;
  readonly service: SimulatedService;
}

const never = new AbortController().signal;

const defaultPacer = (clock: VirtualClock, random: () => number) =>
  new Pacer({ maxConcurrency: 16, clock, random });

/** Works as the engine does: each process makes 8 calls at a time, and repeats each while it is refused. */
export async function simulate(scenario: Scenario): Promise<Simulation> {
  const random = generator(scenario.seed);
  const clock = new VirtualClock(1_700_000_000_000 + Math.floor(random() * 1000));
  const latencyMs = () => scenario.latencyMs?.(random) ?? defaultLatencyMs;
  const service = new SimulatedService(scenario.limiter(), { ...scenario, clock, latencyMs });
  scenario.during?.(clock, service);
  const calls: Promise<void>[] = [];
  for (let process = 0; process < (scenario.processes ?? 1); process++) {
    const pacer = (scenario.newPacer ?? defaultPacer)(clock, random);
    let left = scenario.requests;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        await call(pacer, service);
      }
    };
    for (let worker = 0; worker < engineConcurrency; worker++) calls.push(work());
  }
  const allDone = Promise.all(calls).then(() => clock.elapsedSeconds);
  await clock.runToEnd();
  const seconds = await Promise.race([allDone, Promise.reject(new Error("a request was never sent"))]);
  return { seconds, refusals: service.refusals, clock, service };
}

async function call(pacer: Pick<Pacer, "ticket" | "run">, service: SimulatedService): Promise<void> {
  const ticket = pacer.ticket();
  for (;;) {
    const response = await pacer.run(ticket, never, () => service.send());
    if (response.status !== 429) return;
  }
}

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const seeds = Array.from({ length: 25 }, (_, seed) => seed * 7919 + 1);

/** The same scenario with 25 different random numbers. */
export function simulateAll(scenario: Omit<Scenario, "seed">): Promise<Simulation[]> {
  return Promise.all(seeds.map((seed) => simulate({ ...scenario, seed })));
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
