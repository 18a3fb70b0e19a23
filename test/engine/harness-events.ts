import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

/** What the engine did, or would do, with one resource. */
export interface Step {
  /** As the engine names it: `create`, `update`, `same`, `read`, `replace`, `create-replacement`, `delete-replaced`, … */
  op: string;
  /** The resource's name in the program. */
  name: string;
  /** Inputs that differ between state and program, which is what the engine shows. */
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

interface Side {
  inputs?: Record<string, unknown>;
}

interface EngineEvent {
  summaryEvent?: { resourceChanges?: Record<string, number> };
  resourcePreEvent?: { metadata: { op: string; urn: string; type: string; old?: Side; new?: Side } };
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
  const { metadata } = resourcePreEvent;
  if (!metadata.type.startsWith("pulumi-nodejs:dynamic/")) return [];
  const name = metadata.urn.slice(metadata.urn.lastIndexOf("::") + 2);
  return [
    { op: metadata.op, name, diffs: differing(metadata.old?.inputs ?? {}, metadata.new?.inputs ?? {}) },
  ];
}

function differing(old: Record<string, unknown>, wanted: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(wanted)])];
  return keys.filter((key) => !isDeepStrictEqual(old[key], wanted[key]));
}

function diagnostics(events: EngineEvent[], wanted: string): string[] {
  return events.flatMap(({ diagnosticEvent }) =>
    diagnosticEvent?.severity === wanted ? [diagnosticEvent.message] : [],
  );
}
