import { subscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { IdmError } from "./errors.ts";

// The dynamic provider's process answers the engine's Cancel call without telling its providers, and outlives an engine that
// was killed. The HTTP/2 server that the calls arrive at tells both (Node 22.19 and newer).
const cancelPath = "/pulumirpc.ResourceProvider/Cancel";
const stop = new AbortController();
const engine = new EventEmitter<{ cancel: [] }>();
const sessions = new WeakSet<EventEmitter>();
let cancelled = false;

/** Aborted when the user stops the engine (Ctrl-C), which then waits for what is in flight; also at the ordinary end of a run. */
export const cancellation: AbortSignal = stop.signal;

/** Calls `listener` when the engine ends in order: it has stored every answer that it got. */
export function onEngineEnd(listener: () => void): void {
  engine.on("cancel", listener);
}

subscribe("http2.server.stream.start", (message) => {
  const { headers, stream } = message as {
    headers?: Record<string, unknown>;
    stream?: { session?: EventEmitter };
  };
  if (headers?.[":path"] === cancelPath) onCancel();
  if (stream?.session) watch(stream.session);
});

function onCancel(): void {
  cancelled = true;
  stop.abort(stopped());
  engine.emit("cancel");
}

/** Without its engine, the process would go on creating what no state will ever know. */
function watch(session: EventEmitter): void {
  if (sessions.has(session)) return;
  sessions.add(session);
  session.once("close", () => {
    if (!cancelled) process.exit(1);
  });
}

function stopped(): IdmError {
  return new IdmError("ERR_IDM_ABORTED", "stopped before it was done; run pulumi up again to go on");
}
