import type { Display } from "./display.ts";
import type { FleetResult, Status, TenantResult } from "./results.ts";
import { alignedRows, changesText, countsText, secondsText } from "./words.ts";

const redrawMs = 200;

/** The tenants that matter most come first: a table that does not fit shows these. */
const order: Status[] = ["running", "failed", "interrupted", "drifted", "done", "waiting"];

/** The lines of the table, at most `rows` of at most `columns` characters. */
export function tableLines(
  result: FleetResult,
  { columns, rows, elapsedSeconds }: { columns: number; rows: number; elapsedSeconds: number },
): string[] {
  const { verb, tenants } = result;
  const head = `${verb}: ${countsText(result)}  ${secondsText(elapsedSeconds)}`;
  const sorted = tenants.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
  const room = Math.max(1, rows - 2);
  const shown = tenants.length <= room ? tenants : sorted.slice(0, room - 1);
  const rest = tenants.length - shown.length;
  const lines = alignedRows(shown.map(cellsOf));
  const all = [head, ...lines, ...(rest > 0 ? [`… and ${rest} more`] : [])];
  return all.map((line) => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line));
}

function cellsOf({ name, status, changes, seconds, error }: TenantResult): string[] {
  return [name, status, seconds === undefined ? "" : secondsText(seconds), error ?? changesText(changes)];
}

/** A table of the tenants that is drawn again and again in the same place of a terminal. */
export class LiveTable implements Display {
  readonly #result: FleetResult;
  readonly #out: NodeJS.WriteStream;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #drawnLines = 0;

  constructor(result: FleetResult, out: NodeJS.WriteStream) {
    this.#result = result;
    this.#out = out;
    this.#timer = setInterval(() => this.#draw(), redrawMs);
    this.#draw();
  }

  show(): void {
    this.#draw();
  }

  /** Prints a line above the table. */
  say(text: string): void {
    this.#out.write(`${this.#erased()}${text}\n`);
    this.#drawnLines = 0;
    this.#draw();
  }

  /** Removes the table. The summary takes its place. */
  close(): void {
    clearInterval(this.#timer);
    this.#out.write(this.#erased());
  }

  #draw(): void {
    // Asked each time: a process outside of the terminal's session is not told of a new size.
    const [columns, rows] = this.#out.getWindowSize();
    const elapsedSeconds = (performance.now() - this.#startedMs) / 1000;
    const lines = tableLines(this.#result, { columns: columns || 80, rows: rows || 24, elapsedSeconds });
    // One write, so that the terminal never shows an empty place.
    this.#out.write(`${this.#erased()}${lines.join("\n")}\n`);
    this.#drawnLines = lines.length;
  }

  /** What moves the cursor to the first line of the table and clears everything below. */
  #erased(): string {
    return this.#drawnLines > 0 ? `\u001b[${this.#drawnLines}A\u001b[J` : "";
  }
}
