import type { Contender, Scenario } from "./scenarios.ts";
import type { Row } from "./table.ts";

interface Result {
  readonly scenario: Scenario;
  readonly rows: readonly Row[];
}

const width = 820;
const labelWidth = 210;
const barHeight = 13;
const groupGap = 12;
const top = 44;
const colours: Record<Contender, string> = { floor: "#9aa5b1", ours: "#2f6fde", ordinary: "#d98324" };

/** A bar for each phase and contender: median seconds, with a line from the least to the most. */
export function plot(results: readonly Result[]): string {
  const groups = results.flatMap(groupsOf);
  const longest = Math.max(...groups.flatMap(({ rows }) => rows.map(({ seconds }) => seconds.max)));
  const scale = (width - labelWidth - 60) / longest;
  let y = top;
  const shapes = groups.map((group) => {
    const drawn = drawGroup(group, y, scale);
    y += group.rows.length * barHeight + groupGap;
    return drawn;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${y}" fill="white"/>`,
    legend(),
    ...shapes,
    "</svg>\n",
  ].join("\n");
}

interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
}

function groupsOf({ scenario, rows }: Result): Group[] {
  return scenario.phases.map((phase) => ({
    label: `${scenario.id}: ${phase}`,
    rows: rows.filter((row) => row.phase === phase),
  }));
}

function legend(): string {
  const entries = Object.entries(colours).map(
    ([name, colour], index) =>
      `<rect x="${labelWidth + index * 90}" y="14" width="12" height="12" fill="${colour}"/>` +
      `<text x="${labelWidth + 17 + index * 90}" y="24">${name}</text>`,
  );
  return `<text x="10" y="24">Seconds, median</text>${entries.join("")}`;
}

function drawGroup({ label, rows }: Group, y: number, scale: number): string {
  const middle = y + (rows.length * barHeight) / 2 + 4;
  const bars = rows.map((row, index) => drawBar(row, y + index * barHeight, scale));
  return `<text x="${labelWidth - 8}" y="${middle}" text-anchor="end">${label}</text>\n${bars.join("\n")}`;
}

function drawBar({ contender, seconds }: Row, y: number, scale: number): string {
  const x = (value: number) => (labelWidth + value * scale).toFixed(1);
  const line = y + (barHeight - 2) / 2;
  return [
    `<rect x="${labelWidth}" y="${y}" width="${(seconds.median * scale).toFixed(1)}" height="${barHeight - 2}" fill="${colours[contender]}"/>`,
    `<line x1="${x(seconds.min)}" x2="${x(seconds.max)}" y1="${line}" y2="${line}" stroke="#222"/>`,
    `<text x="${labelWidth + seconds.max * scale + 5}" y="${y + barHeight - 4}" font-size="10">${seconds.median.toFixed(2)}</text>`,
  ].join("");
}
