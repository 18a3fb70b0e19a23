import type { Contender, Scenario } from "./scenarios.ts";
import type { Spread } from "./statistics.ts";
import type { PhaseRow } from "./table.ts";

interface PlottedScenario {
  readonly scenario: Scenario;
  readonly rows: readonly PhaseRow[];
}

interface Group {
  readonly label: string;
  readonly bars: readonly Bar[];
}

interface Bar {
  readonly contender: Contender;
  readonly spread: Spread;
}

const width = 820;
const labelWidth = 210;
const barHeight = 13;
const groupGap = 12;
const titleHeight = 40;
const colours: Record<Contender, string> = {
  floor: "#9aa5b1",
  bare: "#5c6873",
  "bare-plugin": "#7b8794",
  "requesting-plugin": "#52606d",
  plugin: "#0f609b",
  ours: "#2f6fde",
  ordinary: "#d98324",
  compiled: "#8a5fbf",
};

/** A panel for each figure, with the scenarios that plot it. */
const panels = [
  { figure: "seconds", title: "Seconds, median", digits: 2 },
  { figure: "memoryMb", title: "Memory of the provider's process, MB, median", digits: 0 },
] as const;

/** An SVG with a bar for each phase and contender: its length is the median, its line goes from minimum to maximum. */
export function plot(results: readonly PlottedScenario[]): string {
  let y = 0;
  const shapes = panels.flatMap(({ figure, title, digits }) => {
    const groups = results
      .filter(({ scenario }) => scenario.plotted === figure)
      .flatMap((result) => groupsOf(result, figure));
    if (groups.length === 0) return [];
    const drawn = drawPanel(groups, title, digits, y);
    y += heightOf(groups);
    return drawn;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${y}" fill="white"/>`,
    ...shapes,
    "</svg>\n",
  ].join("\n");
}

function groupsOf({ scenario, rows }: PlottedScenario, figure: "seconds" | "memoryMb"): Group[] {
  return scenario.phases.map((phase) => ({
    label: `${scenario.id}: ${phase}`,
    bars: rows
      .filter((row) => row.phase === phase)
      .flatMap(({ contender, [figure]: spread }) => (spread ? [{ contender, spread }] : [])),
  }));
}

function heightOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { bars }) => sum + bars.length * barHeight + groupGap, titleHeight);
}

function drawPanel(groups: readonly Group[], title: string, digits: number, top: number): string[] {
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ spread }) => spread.max)));
  const scale = (width - labelWidth - 60) / longest;
  let y = top + titleHeight;
  const drawn = groups.map((group) => {
    const shapes = drawGroup(group, y, scale, digits);
    y += group.bars.length * barHeight + groupGap;
    return shapes;
  });
  return [legend(title, top + 24), ...drawn];
}

function legend(title: string, y: number): string {
  const left = width - 90 * Object.keys(colours).length;
  const entries = Object.entries(colours).map(
    ([name, colour], index) =>
      `<rect x="${left + index * 90}" y="${y - 10}" width="12" height="12" fill="${colour}"/>` +
      `<text x="${left + 17 + index * 90}" y="${y}">${name}</text>`,
  );
  return `<text x="10" y="${y}" font-weight="bold">${title}</text>${entries.join("")}`;
}

function drawGroup({ label, bars }: Group, y: number, scale: number, digits: number): string {
  const middle = y + (bars.length * barHeight) / 2 + 4;
  const drawn = bars.map((bar, index) => drawBar(bar, y + index * barHeight, scale, digits));
  return `<text x="${labelWidth - 8}" y="${middle}" text-anchor="end">${label}</text>\n${drawn.join("\n")}`;
}

function drawBar({ contender, spread }: Bar, y: number, scale: number, digits: number): string {
  const x = (value: number) => (labelWidth + value * scale).toFixed(1);
  const line = y + (barHeight - 2) / 2;
  return [
    `<rect x="${labelWidth}" y="${y}" width="${(spread.median * scale).toFixed(1)}" height="${barHeight - 2}" fill="${colours[contender]}"/>`,
    `<line x1="${x(spread.min)}" x2="${x(spread.max)}" y1="${line}" y2="${line}" stroke="#222"/>`,
    `<text x="${labelWidth + spread.max * scale + 5}" y="${y + barHeight - 4}" font-size="10">${spread.median.toFixed(digits)}</text>`,
  ].join("");
}
