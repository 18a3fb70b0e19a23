import { escapeXml, themed } from "./svg.ts";
import type { Span, Style } from "./terminal-screen.ts";

const [characterWidth, lineHeight, margin, titleHeight] = [8.43, 20, 20, 34];

/** Colours of a terminal by number: light, dark. Others are shown as text. */
const colours: Record<number, readonly [light: string, dark: string]> = {
  1: ["#b42318", "#ff7b72"],
  2: ["#1a7f37", "#56d364"],
  3: ["#9a6700", "#e3b341"],
  8: ["#656d76", "#8b949e"],
  9: ["#b42318", "#ff7b72"],
  11: ["#9a6700", "#e3b341"],
  12: ["#0550ae", "#79c0ff"],
  13: ["#8250df", "#d2a8ff"],
};

const classes = {
  window: { property: "fill", light: "#f6f8fa", dark: "#161b22" },
  border: { property: "stroke", light: "#d0d7de", dark: "#30363d" },
  text: { property: "fill", light: "#1f2328", dark: "#e6edf3" },
  title: { property: "fill", light: "#656d76", dark: "#8b949e" },
  ...Object.fromEntries(
    Object.entries(colours).map(([colour, [light, dark]]) => [
      `c${colour}`,
      { property: "fill", light, dark },
    ]),
  ),
};

/** A picture of a terminal window with these lines. It follows the colour scheme of its reader. */
export function terminalSvg(title: string, lines: readonly (readonly Span[])[]): string {
  const columns = Math.max(...lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0)));
  const width = Math.ceil(columns * characterWidth) + 2 * margin;
  const height = titleHeight + lines.length * lineHeight + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    themed(classes),
    `<rect class="window border" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<text class="title" x="${width / 2}" y="22" text-anchor="middle" font-family="sans-serif" font-size="13">${escapeXml(title)}</text>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">',
    ...lines.flatMap((line, index) => textOf(line, titleHeight + (index + 1) * lineHeight - 5)),
    "</g>",
    "</svg>\n",
  ].join("\n");
}

/** Each span has its own place and width, so that columns stay aligned in every font. */
function textOf(line: readonly Span[], y: number): string[] {
  let column = 0;
  return line.flatMap(({ text, style }) => {
    const x = margin + column * characterWidth;
    column += text.length;
    if (text.trim() === "") return [];
    const width = (text.length * characterWidth).toFixed(1);
    return `<text class="${classOf(style)}" x="${x.toFixed(1)}" y="${y}" textLength="${width}" xml:space="preserve"${attributesOf(style)}>${escapeXml(text)}</text>`;
  });
}

function classOf({ colour }: Style): string {
  return colour !== undefined && colour in colours ? `c${colour}` : "text";
}

function attributesOf({ isBold, isUnderlined }: Style): string {
  return `${isBold ? ' font-weight="bold"' : ""}${isUnderlined ? ' text-decoration="underline"' : ""}`;
}
