// node bench/limiters.ts [file of another pacer]: how long runs take under simulated rate limiters, and how many 429s
// they meet. The clock is virtual, so that the figures are the same on every machine.
import { pathToFileURL } from "node:url";
import type { Pacer } from "../provider/client/pacing.ts";
import { median, type Scenario, simulateAll } from "../test/client/pacing-run.ts";
import {
  FixedWindow,
  type Limiter,
  type ServiceOptions,
  SlidingWindow,
  TokenBucket,
  unlimited,
} from "../test/client/pacing-simulation.ts";

type Form = Pick<ServiceOptions, "headers" | "reset">;
type PacerModule = { Pacer: typeof Pacer };

const forms: Record<string, Form> = {
  none: { headers: "never" },
  "on 429, next token": { headers: "refusals", reset: "next" },
  "on 429, full": { headers: "refusals", reset: "full" },
  "on all, next token": { headers: "always", reset: "next" },
  "on all, full": { headers: "always", reset: "full" },
};

interface Row extends Omit<Scenario, "seed" | "headers" | "reset"> {
  readonly name: string;
}

const bucket = (perSecond: number, burst: number, requests: number): Row => ({
  name: `bucket, ${perSecond} a second, burst ${burst}`,
  limiter: (): Limiter => new TokenBucket(perSecond, burst),
  requests,
});

const windowOf =
  (kind: string, Window: typeof FixedWindow | typeof SlidingWindow) =>
  (grants: number, seconds: number, requests: number): Row => ({
    name: `${kind}, ${grants} in ${seconds} s`,
    limiter: (): Limiter => new Window(grants, seconds * 1000),
    requests,
  });
const fixed = windowOf("window", FixedWindow);
const sliding = windowOf("sliding window", SlidingWindow);

const rows: readonly Row[] = [
  bucket(20, 20, 110),
  bucket(20, 20, 1000),
  bucket(2, 2, 30),
  bucket(2, 2, 110),
  bucket(5, 50, 200),
  bucket(10, 10, 110),
  bucket(50, 10, 500),
  bucket(100, 100, 1000),
  { ...bucket(10, 1, 110), name: "leaky, 10 a second" },
  { ...bucket(1, 1, 30), name: "leaky, 1 a second" },
  fixed(10, 1, 110),
  fixed(10, 10, 55),
  fixed(50, 10, 210),
  fixed(100, 60, 250),
  sliding(10, 1, 110),
  sliding(50, 10, 210),
  { ...bucket(20, 20, 110), name: "2 processes, bucket, 20 a second, burst 20", processes: 2 },
  { ...bucket(2, 2, 55), name: "2 processes, bucket, 2 a second, burst 2", processes: 2 },
  { ...fixed(50, 10, 105), name: "2 processes, window, 50 in 10 s", processes: 2 },
  {
    ...bucket(2, 2, 200),
    name: "2 a second, lifted after 20 s",
    during: (clock, service) =>
      void clock.at(20_000, () => {
        service.limiter = unlimited;
      }),
  },
];

const files = process.argv.slice(2);
const modules: PacerModule[] = [];
for (const file of files) modules.push((await import(pathToFileURL(file).href)) as PacerModule);
modules.push(await import("../provider/client/pacing.ts"));

const names = modules.map((_, index) => (index < files.length ? `other ${index + 1}` : "this")).slice(0);
console.log(
  `| Limiter (requests) | Headers | ${names.map((name) => `Seconds, ${name} | 429, ${name}`).join(" | ")} |`,
);
console.log(`| --- | --- | ${names.map(() => "--- | ---").join(" | ")} |`);
for (const { name, ...row } of rows)
  for (const [form, options] of Object.entries(forms))
    console.log(
      `| ${name} (${row.requests}) | ${form} | ${(await cells({ ...row, ...options })).join(" | ")} |`,
    );

async function cells(scenario: Omit<Scenario, "seed">): Promise<string[]> {
  const all = [];
  for (const { Pacer } of modules) {
    const runs = await simulateAll({
      ...scenario,
      newPacer: (clock, random) => new Pacer({ maxConcurrency: 16, clock, random }),
    });
    const refusals = runs.reduce((sum, run) => sum + run.refusals, 0) / runs.length;
    all.push(median(runs.map(({ seconds }) => seconds)).toFixed(1), refusals.toFixed(1));
  }
  return all;
}
