import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";

/** What the engine reports of a run, so far. */
export class EngineSummary {
  /** Number of resources by operation. The engine's own numbers once the run has ended. */
  changes: Record<string, number> = {};
  /** The first warning. */
  warning?: string;
  /** Message of the first error of each resource. */
  readonly #errors = new Map<string, string>();

  readonly take = ({ resOutputsEvent, diagnosticEvent, summaryEvent }: EngineEvent): void => {
    if (resOutputsEvent) {
      const { op } = resOutputsEvent.metadata;
      this.changes = { ...this.changes, [op]: (this.changes[op] ?? 0) + 1 };
    }
    if (diagnosticEvent?.severity === "error")
      this.#takeError(diagnosticEvent.urn ?? "", diagnosticEvent.message);
    if (diagnosticEvent?.severity === "warning") this.warning ??= diagnosticEvent.message.trim();
    if (summaryEvent?.resourceChanges)
      this.changes = { ...summaryEvent.resourceChanges } as Record<string, number>;
  };

  /** The first error, and how many other resources have one. */
  get error(): string | undefined {
    const [first, ...others] = this.#errors.values();
    return others.length > 0 ? `${first?.split("\n")[0]} (and ${others.length} more)` : first;
  }

  /** Of the stack itself, only the first error counts: "update failed" follows every other. */
  #takeError(urn: string, message: string): void {
    const isOfStack = urn === "" || urn.includes("::pulumi:pulumi:Stack::");
    if (this.#errors.has(urn) || (isOfStack && this.#errors.size > 0)) return;
    this.#errors.set(urn, message.trim());
  }
}

/** Whether the changes are more than `same`. */
export function hasChanges(changes: Record<string, number>): boolean {
  return Object.entries(changes).some(([op, count]) => op !== "same" && count > 0);
}
