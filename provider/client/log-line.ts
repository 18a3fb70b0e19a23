import { printable } from "../printable.ts";

/** What a log collector is told of one attempt of a request. It has no query, header or body. */
export interface RequestFacts {
  readonly method: string;
  /** Below the base address, without the query: `/roles`. */
  readonly path: string;
  /** Of the response. Absent when there was none. */
  readonly status?: number | undefined;
  /** Code of the error, when there was no response. */
  readonly error?: string | undefined;
  readonly durationMs: number;
  /** From 1. */
  readonly attempt: number;
  /** Time from the end of the attempt before, or from when the request was ready, until it was sent. */
  readonly waitMs: number;
  readonly requestId?: string | undefined;
}

/** What a log collector is told besides the message. */
export interface LogFacts extends Partial<RequestFacts> {
  readonly resourceType?: string | undefined;
  readonly resourceName?: string | undefined;
}

/**
 * Prints one line for the user. A status line replaces the one before it, where the host can show that. `facts` are for
 * the JSON form only.
 */
export type Log = (line: string, isStatus?: boolean, facts?: LogFacts) => void;

/** The beginnings of lines that are no ordinary information. */
const prefixes = { warning: "warning: ", debug: "debug: " } as const;

/** Whether the line is a warning. */
export function isWarning(line: string): boolean {
  return line.startsWith(prefixes.warning);
}

/** A warning without the word, for a host that shows the severity itself. */
export function withoutWarningPrefix(line: string): string {
  return isWarning(line) ? line.slice(prefixes.warning.length) : line;
}

/**
 * The line as a host prints it: the text for a person, or with `isJson` one JSON object for a log collector. Either is
 * a single line that cannot steer a terminal.
 */
export function logLine(isJson: boolean, line: string, facts: LogFacts = {}): string {
  const text = printable(line);
  if (!isJson) return text;
  const [level, prefix] = Object.entries(prefixes).find(([, start]) => text.startsWith(start)) ?? [
    "info",
    "",
  ];
  const time = new Date().toISOString();
  return JSON.stringify({ time, level, message: text.slice(prefix.length), ...facts });
}
