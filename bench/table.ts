import type { Measurement } from "./measure.ts";
import { type Contender, limitSeconds, type Phase, type Scenario } from "./scenarios.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** The figures of one contender in one phase, over all runs. */
export interface PhaseRow {
  readonly contender: Contender;
  readonly phase: Phase;
  readonly seconds: Spread;
  /** Median of the seconds divided by the floor's median plus the time that the rate limit alone takes. */
  readonly ratio: number | undefined;
  /** For our plugin: median of the seconds divided by that of the do-nothing plugin. */
  readonly pluginRatio: number | undefined;
  /** Median of the seconds above the floor's median. */
  readonly aboveFloor: number | undefined;
  readonly memoryMb: Spread | undefined;
  readonly providerCpuSeconds: Spread | undefined;
  readonly requests: Spread | undefined;
  readonly tokenRequests: Spread | undefined;
  readonly refusals: Spread | undefined;
  /** What another client asked, and how often it was refused. */
  readonly neighbour: { readonly asked: Spread; readonly refused: Spread } | undefined;
  readonly failures: number;
}

/** A row for each phase and contender that was measured. */
export function rowsOf(scenario: Scenario, measurements: readonly Measurement[]): PhaseRow[] {
  const pairs = scenario.phases.flatMap((phase) =>
    scenario.contenders.map((contender) => ({ phase, contender })),
  );
  return pairs.flatMap(({ phase, contender }) => {
    const of = (who: Contender) => measurements.filter((one) => one.phase === phase && one.contender === who);
    const secondsOf = (who: Contender) => spreadOf(of(who).map(({ seconds }) => seconds));
    const barePlugin = contender === "plugin" ? secondsOf("bare-plugin") : undefined;
    return rowOf(of(contender), { floor: secondsOf("floor"), barePlugin, limit: limitSeconds(scenario) });
  });
}

/** What a row is compared with, and the seconds that the rate limit alone takes. */
interface Comparison {
  readonly floor: Spread | undefined;
  readonly barePlugin: Spread | undefined;
  readonly limit: number;
}

function rowOf(runs: readonly Measurement[], { floor, barePlugin, limit }: Comparison): PhaseRow[] {
  const seconds = spreadOf(runs.map((run) => run.seconds));
  const [first] = runs;
  if (!seconds || !first) return [];
  const spread = (key: "memoryMb" | "providerCpuSeconds" | "requests" | "tokenRequests" | "refusals") =>
    spreadOf(runs.map((run) => run[key]));
  return [
    {
      contender: first.contender,
      phase: first.phase,
      seconds,
      ratio: floor && seconds.median / (floor.median + limit),
      pluginRatio: barePlugin && seconds.median / barePlugin.median,
      aboveFloor: floor && seconds.median - floor.median,
      memoryMb: spread("memoryMb"),
      providerCpuSeconds: spread("providerCpuSeconds"),
      requests: spread("requests"),
      tokenRequests: spread("tokenRequests"),
      refusals: spread("refusals"),
      neighbour: neighbourOf(runs),
      failures: runs.reduce((sum, run) => sum + run.failures, 0),
    },
  ];
}

function neighbourOf(runs: readonly Measurement[]): PhaseRow["neighbour"] {
  const asked = spreadOf(runs.map(({ neighbour }) => neighbour?.asked));
  const refused = spreadOf(runs.map(({ neighbour }) => neighbour?.refused));
  return asked && refused && { asked, refused };
}

const head = [
  "Phase",
  "Provider",
  "Seconds (minimum to maximum)",
  "Ratio",
  "To bare-plugin",
  "Above the floor, s",
  "Memory, MB",
  "Provider's CPU, s",
  "Requests",
  "Token requests",
  "429",
  "Other client's 429",
  "Failed",
];

/** The rows as a Markdown table. */
export function tableOf(rows: readonly PhaseRow[]): string {
  const cells = rows.map((row) => [
    row.phase,
    row.contender,
    withSpread(row.seconds),
    (row.contender !== "floor" && row.ratio?.toFixed(2)) || "",
    row.pluginRatio?.toFixed(2) ?? "",
    (row.contender !== "floor" && row.aboveFloor?.toFixed(2)) || "",
    row.memoryMb?.median.toFixed(0) ?? "",
    row.providerCpuSeconds?.median.toFixed(2) ?? "",
    ...(row.contender === "floor" || row.contender === "bare-plugin"
      ? ["", "", ""]
      : [row.requests, row.tokenRequests, row.refusals].map((spread) => String(spread?.median ?? ""))),
    row.neighbour ? `${row.neighbour.refused.median} of ${row.neighbour.asked.median}` : "",
    row.failures ? String(row.failures) : "",
  ]);
  return [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function withSpread({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;
}
