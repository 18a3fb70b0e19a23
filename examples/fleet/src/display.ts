import type { TenantResult } from "./results.ts";

/** What shows a run to a person. */
export interface Display {
  /** A tenant began or ended. */
  show(tenant: TenantResult): void;
  say(text: string): void;
  close(): void;
}
