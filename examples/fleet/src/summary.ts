import type { FleetResult } from "./results.ts";
import { alignedRows, changesText, countsText, secondsText, statusText } from "./words.ts";

/** The summary of a run: a table with every tenant, then each error in full with its log. */
export function summaryText(result: FleetResult): string {
  const { verb, tenants, seconds = 0 } = result;
  const head = ["Tenant", "Status", "Changes", "Time"];
  const rows = tenants.map((tenant) => [
    tenant.name,
    statusText(tenant.status, true),
    changesText(tenant.changes),
    tenant.seconds === undefined ? "" : secondsText(tenant.seconds),
  ]);
  const errors = tenants.flatMap(({ name, error, log }) =>
    error === undefined ? [] : ["", `${name}: ${error}`, `  Everything that Pulumi printed: ${log}`],
  );
  const total = `${verb}: ${countsText(result)} in ${secondsText(seconds)}`;
  return [...alignedRows([head, ...rows]), ...errors, "", total].join("\n");
}
