import type { FleetResult, TenantResult } from "./results.ts";
import { alignedRows, changesText, countsText, secondsText, statusText } from "./words.ts";

/** The summary of a run: a table with every tenant, then each error in full with its log. */
export function summaryText(result: FleetResult): string {
  const { verb, tenants, seconds = 0 } = result;
  const head = ["Tenant", "Status", "Changes", "Time"];
  const rows = tenants.map((tenant) => [
    tenant.name,
    statusText(tenant.status, true) + earlierText(tenant),
    changesText(tenant.changes),
    tenant.seconds === undefined ? "" : secondsText(tenant.seconds),
  ]);
  const errors = tenants.flatMap(({ name, error, log }) =>
    error === undefined ? [] : ["", `${name}: ${error}`, `  Everything that Pulumi printed: ${log}`],
  );
  const warnings = tenants.flatMap(({ name, warning }) =>
    warning ? ["", `${name}: warning: ${warning}`] : [],
  );
  const total = `${verb}: ${countsText(result)} in ${secondsText(seconds)}`;
  return [...alignedRows([head, ...rows]), ...warnings, ...errors, "", total].join("\n");
}

/** Such as ` (2026-01-31 12:00 UTC)`, for a tenant that an earlier run completed. */
function earlierText({ completedBy }: TenantResult): string {
  return completedBy ? ` (${completedBy.slice(0, 16).replace("T", " ")} UTC)` : "";
}
