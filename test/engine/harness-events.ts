import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";

/** What the engine does with one resource, or would do after a preview. */
export interface EngineStep {
  /** The engine's name of the operation: `create`, `update`, `same`, `read`, `replace`, `create-replacement`, … */
  op: string;
  /** The resource's name in the program. */
  name: string;
  /** Names of the inputs that differ between state and program. The engine shows the same. */
  diffs: string[];
}

/** What the event log of a run contains. */
export interface Events {
  /**
   * Number of resources by operation, with the stack itself, as `{ create: 2, same: 1 }`. Empty after an early error.
   */
  changes: Record<string, number>;
  steps: EngineStep[];
  /** Error messages. */
  errors: string[];
  warnings: string[];
}

/** A resource before or after a step. */
interface ResourceVersion {
  inputs?: Record<string, unknown>;
}

interface EngineEvent {
  summaryEvent?: { resourceChanges?: Record<string, number> };
  resourcePreEvent?: {
    metadata: { op: string; urn: string; type: string; old?: ResourceVersion; new?: ResourceVersion };
  };
  diagnosticEvent?: { severity: string; message: string };
}

/** Reads a log with one event per line. The last line of a killed run may be incomplete; it is skipped. */
export function readEvents(file: string | undefined): Events {
  const events = file === undefined ? [] : readFileSync(file, "utf8").split("\n").flatMap(parseLine);
  return {
    changes: events.findLast(({ summaryEvent }) => summaryEvent)?.summaryEvent?.resourceChanges ?? {},
    steps: events.flatMap(stepOf),
    errors: diagnostics(events, "error"),
    warnings: diagnostics(events, "warning"),
  };
}

function parseLine(line: string): EngineEvent[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function stepOf({ resourcePreEvent }: EngineEvent): EngineStep[] {
  if (resourcePreEvent === undefined) return [];
  const { metadata } = resourcePreEvent;
  if (!ofThisProvider(metadata.type)) return [];
  const name = metadata.urn.slice(metadata.urn.lastIndexOf("::") + 2);
  return [
    { op: metadata.op, name, diffs: differingKeys(metadata.old?.inputs ?? {}, metadata.new?.inputs ?? {}) },
  ];
}

/** Whether it is the type of a resource of this provider, in either host. */
export function ofThisProvider(type: string): boolean {
  return /^(pulumi-nodejs:dynamic\/|idm:index:)/.test(type);
}

/** As the engine's display, without keys that begin with two underscores. */
function differingKeys(old: Record<string, unknown>, wanted: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(wanted)])];
  return keys.filter((key) => !key.startsWith("__") && !isDeepStrictEqual(old[key], wanted[key]));
}

function diagnostics(events: EngineEvent[], wanted: string): string[] {
  return events.flatMap(({ diagnosticEvent }) =>
    diagnosticEvent?.severity === wanted ? [diagnosticEvent.message] : [],
  );
}
