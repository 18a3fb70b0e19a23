import { subscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { connect } from "node:net";
import { stoppedError } from "../../errors.ts";

// Notices when the engine cancels, ends or is killed. The dynamic provider's process passes none of this on to its
// providers, so this file listens to the HTTP/2 server that receives the engine's calls. Node emits the events used
// here in the versions that `engines` of package.json names.
const cancelPath = "/pulumirpc.ResourceProvider/Cancel";
const stopController = new AbortController();
const engine = new EventEmitter<{ end: [] }>();
const sessions = new WeakSet<EventEmitter>();
let callsInFlight = 0;

/**
 * Aborted when the user stops the engine (Ctrl-C), and at the ordinary end of a run. The engine waits for calls in
 * flight.
 */
export const cancellation: AbortSignal = stopController.signal;

/** Calls `listener` when the engine ends in order: it has received the result of every call. */
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
  if (stream?.session) watchSession(stream.session);
});

function countCall(stream: EventEmitter): void {
  callsInFlight += 1;
  stream.once("close", () => {
    callsInFlight -= 1;
  });
}

/** The engine sends Cancel at each Ctrl-C, when calls may still be in flight, and once more at the end. */
function onCancel(): void {
  stopController.abort(stoppedError());
  if (callsInFlight === 0) engine.emit("end");
}

function watchSession(session: EventEmitter): void {
  if (sessions.has(session)) return;
  sessions.add(session);
  session.once("close", onSessionClosed);
}

/** The address of the engine's own server, with which the process was started. */
const [, engineHost, enginePort] = /^([^/]+):(\d+)$/.exec(process.argv[2] ?? "") ?? [];

/** Time between two polls of the engine's port. It doubles from `first` to `longest`. */
const pollMs = { first: 50, longest: 30_000 };
let isPolling = false;

/**
 * After the connection closes, polls the engine's port, and exits once the engine no longer answers. Without its
 * engine, the process would continue to create items that no state contains, and would never end.
 */
function onSessionClosed(): void {
  if (!isPolling && engineHost) pollEngine(engineHost, Number(enginePort), pollMs.first);
  isPolling = true;
}

function pollEngine(host: string, port: number, delayMs: number): void {
  const probe = connect({ host, port });
  probe.once("error", () => process.exit(1));
  probe.once("connect", () => {
    probe.destroy();
    setTimeout(pollEngine, delayMs, host, port, Math.min(2 * delayMs, pollMs.longest)).unref();
  });
}
