import { readFileSync } from "node:fs";

/** What the engine did, or would do, with one resource. */
export interface Step {
  /** As the engine names it: `create`, `update`, `same`, `read`, `replace`, `create-replacement`, `delete-replaced`, … */
  op: string;
  /** The resource's name in the program. */
  name: string;
  /** Input properties that the engine shows as changed. */
  diffs: string[];
}

/** What a run reported in the engine's event log. */
export interface Events {
  /** How many resources by operation, as `{ create: 2, same: 1 }`, the stack itself included; empty when the run failed early. */
  changes: Record<string, number>;
  steps: Step[];
  /** Error messages. */
  errors: string[];
  warnings: string[];
}

interface EngineEvent {
  summaryEvent?: { resourceChanges?: Record<string, number> };
  resourcePreEvent?: { metadata: { op: string; urn: string; type: string; diffs?: string[] } };
  diagnosticEvent?: { severity: string; message: string };
}

/** Reads a log with one event on each line; a run that was killed leaves the last one cut off. */
export function readEvents(file: string | undefined): Events {
  const events = file === undefined ? [] : readFileSync(file, "utf8").split("\n").flatMap(parsed);
  return {
    changes: events.findLast(({ summaryEvent }) => summaryEvent)?.summaryEvent?.resourceChanges ?? {},
    steps: events.flatMap(stepOf),
    errors: diagnostics(events, "error"),
    warnings: diagnostics(events, "warning"),
  };
}

function parsed(line: string): EngineEvent[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function stepOf({ resourcePreEvent }: EngineEvent): Step[] {
  if (resourcePreEvent === undefined) return [];
  const { op, urn, type, diffs } = resourcePreEvent.metadata;
  if (!type.startsWith("pulumi-nodejs:dynamic/")) return [];
  return [{ op, name: urn.slice(urn.lastIndexOf("::") + 2), diffs: diffs ?? [] }];
}

function diagnostics(events: EngineEvent[], wanted: string): string[] {
  return events.flatMap(({ diagnosticEvent }) =>
    diagnosticEvent?.severity === wanted ? [diagnosticEvent.message] : [],
  );
}
