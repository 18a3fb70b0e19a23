import type { FleetResult, Status } from "./results.ts";

/** Such as `create 3, same 1`. */
export function changesText(changes: Record<string, number> = {}): string {
  return Object.entries(changes)
    .filter(([, count]) => count > 0)
    .map(([op, count]) => `${op} ${count}`)
    .join(", ");
}

/** The status in words: `waiting` is `not started` once the run has ended. */
export function statusText(status: Status, hasEnded: boolean): string {
  return status === "waiting" && hasEnded ? "not started" : status;
}

/** Such as `3 done, 1 failed`. */
export function countsText({ tenants, exitCode }: FleetResult): string {
  const counts = new Map<Status, number>();
  for (const { status } of tenants) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .map(([status, count]) => `${count} ${statusText(status, exitCode !== undefined)}`)
    .join(", ");
}

/** Such as `12.3 s` or `4 min 05 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 100) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** Rows in columns as wide as their longest cell. */
export function alignedRows(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** What ends a message: the code and the page of the provider's error, and the number of other errors. */
const messageEnd = /((?: \[ERR_IDM_\w+\].*?)?(?: \(and \d+ more\))?)$/;

/** The first line, of which at most 300 characters stand before its end. The whole message is in the log. */
export function shortMessage(message: string): string {
  const line = message.split("\n").find((part) => part.trim() !== "") ?? "unknown error";
  const plain = line.replace(/\p{Cc}/gu, " ").trim();
  const [end = ""] = messageEnd.exec(plain) ?? [];
  const text = plain.slice(0, plain.length - end.length);
  return text.length > 300 ? `${text.slice(0, 299)}…${end}` : plain;
}
