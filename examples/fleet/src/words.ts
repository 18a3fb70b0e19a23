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
