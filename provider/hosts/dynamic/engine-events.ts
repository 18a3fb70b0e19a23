import { subscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { connect } from "node:net";
import { IdmError } from "../../errors.ts";

// The dynamic provider's process answers the engine's Cancel call without telling its providers, and outlives an engine that
// was killed. The HTTP/2 server that the calls arrive at tells both (Node 22.19 and newer).
const cancelPath = "/pulumirpc.ResourceProvider/Cancel";
const stop = new AbortController();
const engine = new EventEmitter<{ end: [] }>();
const sessions = new WeakSet<EventEmitter>();
let callsInFlight = 0;

/** Aborted when the user stops the engine (Ctrl-C), which then waits for what is in flight; also at the ordinary end of a run. */
export const cancellation: AbortSignal = stop.signal;

/** Calls `listener` when the engine ends in order: it has got every answer. */
export function onEngineEnd(listener: () => void): void {
  engine.on("end", listener);
}

subscribe("http2.server.stream.start", (message) => {
  const { headers, stream } = message as {
    headers?: Record<string, unknown>;
    stream?: EventEmitter & { session?: EventEmitter };
  };
  if (headers?.[":path"] === cancelPath) onCancel();
  else if (stream) countCall(stream);
  if (stream?.session) watch(stream.session);
});

function countCall(stream: EventEmitter): void {
  callsInFlight += 1;
  stream.once("close", () => {
    callsInFlight -= 1;
  });
}

/** Comes at each Ctrl-C, when answers may still be lost, and once more at the end. */
function onCancel(): void {
  stop.abort(stopped());
  if (callsInFlight === 0) engine.emit("end");
}

function watch(session: EventEmitter): void {
  if (sessions.has(session)) return;
  sessions.add(session);
  session.once("close", onSessionClosed);
}

/** The engine's own server, whose address the process was started with. */
const [, engineHost, enginePort] = /^([^/]+):(\d+)$/.exec(process.argv[2] ?? "") ?? [];

/** An engine that has only let an idle connection go is looked at for ever, soon at first: a killed one takes a moment to be gone. */
const lookAgainMs = { first: 50, longest: 30_000 };
let looksAfterEngine = false;

/** Without its engine, the process would go on creating what no state will ever know, and never end. */
function onSessionClosed(): void {
  if (!looksAfterEngine && engineHost) endWithEngine(engineHost, Number(enginePort), lookAgainMs.first);
  looksAfterEngine = true;
}

function endWithEngine(host: string, port: number, nextMs: number): void {
  const probe = connect({ host, port });
  probe.once("error", () => process.exit(1));
  probe.once("connect", () => {
    probe.destroy();
    setTimeout(endWithEngine, nextMs, host, port, Math.min(2 * nextMs, lookAgainMs.longest)).unref();
  });
}

function stopped(): IdmError {
  return new IdmError("ERR_IDM_ABORTED", "stopped before it was done; run pulumi up again to go on");
}
