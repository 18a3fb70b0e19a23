import { escapeXml, themed } from "./svg.ts";

/** A message from one participant to another, or a note about one when `to` is the same. */
export interface Message {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Drawn with a dashed line: an answer. */
  readonly isAnswer?: boolean;
}

/** Messages that are sent in some cases only. */
export interface Case {
  readonly title: string;
  readonly messages: readonly Message[];
}

const [columnWidth, rowHeight, top, margin] = [150, 42, 64, 80];

const classes = {
  page: { property: "fill", light: "#ffffff", dark: "#0d1117" },
  text: { property: "fill", light: "#1f2328", dark: "#e6edf3" },
  box: { property: "fill", light: "#ddf4ff", dark: "#12304f" },
  life: { property: "stroke", light: "#afb8c1", dark: "#484f58" },
  line: { property: "stroke", light: "#0550ae", dark: "#79c0ff" },
  tip: { property: "fill", light: "#0550ae", dark: "#79c0ff" },
  frame: { property: "stroke", light: "#9a6700", dark: "#e3b341" },
  case: { property: "fill", light: "#9a6700", dark: "#e3b341" },
};

/** A picture of messages between participants, from top to bottom. It follows the colour scheme of its reader. */
export function sequenceSvg(
  title: string,
  participants: readonly string[],
  steps: readonly (Message | Case)[],
): string {
  const x = (name: string) => margin + participants.indexOf(name) * columnWidth;
  const width = 2 * margin + (participants.length - 1) * columnWidth;
  let y = top + rowHeight;
  const shapes = steps.flatMap((step) => {
    const messages = "messages" in step ? step.messages : [step];
    const from = y;
    if ("messages" in step) y += 28;
    const arrows = messages.flatMap((message) => {
      const drawn = arrow(x(message.from), x(message.to), y, message);
      y += rowHeight;
      return drawn;
    });
    if (!("messages" in step)) return arrows;
    y += 14;
    return [frame(step.title, x, messages, from - 20, y - 36), ...arrows];
  });
  const height = y + 4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${escapeXml(title)}</title>`,
    themed(classes),
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>',
    `<rect class="page" width="${width}" height="${height}" rx="8"/>`,
    ...participants.flatMap((name) => lifeline(name, x(name), height)),
    ...shapes,
    "</svg>\n",
  ].join("\n");
}

function lifeline(name: string, x: number, height: number): string[] {
  return [
    `<line class="life" x1="${x}" y1="${top - 10}" x2="${x}" y2="${height - 10}" stroke-dasharray="2 4"/>`,
    `<rect class="box" x="${x - 68}" y="20" width="136" height="34" rx="6"/>`,
    `<text class="text" x="${x}" y="42" text-anchor="middle" font-weight="bold">${escapeXml(name)}</text>`,
  ];
}

function arrow(from: number, to: number, y: number, { text, isAnswer }: Message): string[] {
  if (from === to) {
    const lines = `<text class="text" x="${from + 10}" y="${y - 2}" font-style="italic">${escapeXml(text)}</text>`;
    return [`<circle class="tip" cx="${from}" cy="${y - 6}" r="4"/>`, lines];
  }
  const dashes = isAnswer ? ' stroke-dasharray="6 4"' : "";
  const end = to + (to > from ? -2 : 2);
  return [
    `<line class="line" x1="${from}" y1="${y}" x2="${end}" y2="${y}" stroke-width="1.5"${dashes} marker-end="url(#tip)"/>`,
    `<text class="text" x="${(from + to) / 2}" y="${y - 7}" text-anchor="middle">${escapeXml(text)}</text>`,
  ];
}

function frame(
  title: string,
  x: (name: string) => number,
  messages: readonly Message[],
  from: number,
  to: number,
): string {
  const ends = messages.flatMap((message) => [x(message.from), x(message.to)]);
  const left = Math.min(...ends) - 16;
  const width = Math.max(...ends) + 16 - left;
  return `<rect class="frame" x="${left}" y="${from}" width="${width}" height="${to - from}" rx="6" fill="none"/><text class="case" x="${left + 10}" y="${from + 18}" font-weight="bold">${escapeXml(title)}</text>`;
}
