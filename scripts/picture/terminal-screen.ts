/** How a terminal shows a character. */
export interface Style {
  readonly isBold?: boolean;
  readonly isUnderlined?: boolean;
  /** One of the 16 colours of a terminal. Default: that of the text. */
  readonly colour?: number;
}

interface Cell {
  readonly character: string;
  readonly style: Style;
}

/** Characters of a line that have one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** What a program asks the terminal (`ESC ] … ESC \`), a control sequence (`ESC [ … letter`), or one character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control sequences of a terminal.
const token = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[([\d;?]*)([A-Za-z])|./gsu;

/**
 * The lines that a terminal shows after it has received `output`. Knows the control sequences of Pulumi's progress
 * display: styles, carriage return, cursor up, and erasing to the end of the line. Others change nothing.
 */
export function screenAfter(output: string): Span[][] {
  const lines: Cell[][] = [[]];
  let [row, column, style]: [number, number, Style] = [0, 0, {}];
  for (const [whole, parameters = "", command] of output.matchAll(token)) {
    if (command === "m") style = styleAfter(style, parameters);
    else if (command === "A") row = Math.max(0, row - Number(parameters || 1));
    else if (command === "K") lines[row]?.splice(column);
    else if (whole === "\r") column = 0;
    else if (whole === "\n") row++;
    else if (!whole.startsWith("\x1b")) {
      const line = lineAt(lines, row);
      while (line.length < column) line.push({ character: " ", style: {} });
      line[column++] = { character: whole, style };
    }
    lineAt(lines, row);
  }
  return lines.map(spansOf);
}

function lineAt(lines: Cell[][], row: number): Cell[] {
  while (lines.length <= row) lines.push([]);
  return lines[row] as Cell[];
}

function styleAfter(style: Style, parameters: string): Style {
  const [code = 0, kind, colour] = parameters.split(";").map(Number);
  if (code === 0) return {};
  if (code === 1) return { ...style, isBold: true };
  if (code === 4) return { ...style, isUnderlined: true };
  if (code === 38 && kind === 5 && colour !== undefined) return { ...style, colour };
  return style;
}

/** Joins neighbours of one style. Spaces at the end of the line are left out. */
function spansOf(line: readonly Cell[]): Span[] {
  const spans: Span[] = [];
  for (const { character, style } of line) {
    const last = spans.at(-1);
    if (last && JSON.stringify(last.style) === JSON.stringify(style))
      spans[spans.length - 1] = { text: last.text + character, style };
    else spans.push({ text: character, style });
  }
  while (spans.length > 0 && spans.at(-1)?.text.trim() === "") spans.pop();
  return spans;
}
