import { subscribe } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { stoppedError } from "../../errors.ts";
import { onEngineGone } from "../engine-gone.ts";

// Notices when the engine cancels, ends or is killed. The dynamic provider's process passes none of this on to its
// providers, so this file listens to the HTTP/2 server that receives the engine's calls. Node emits the events used
// here in the versions that `engines` of package.json names.
const cancelPath = "/pulumirpc.ResourceProvider/Cancel";
const stopController = new AbortController();
const engine = new EventEmitter<{ end: [] }>();
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

// The process is started with the address of the engine's own server.
onEngineGone(process.argv[2] ?? "", () => process.exit(1));

subscribe("http2.server.stream.start", (message) => {
  const { headers, stream } = message as {
    headers?: Record<string, unknown>;
    stream?: EventEmitter;
  };
  if (headers?.[":path"] === cancelPath) onCancel();
  else if (stream) countCall(stream);
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
