import { subscribe } from "node:diagnostics_channel";
import { IdmError } from "./errors.ts";

const controller = new AbortController();

/**
 * Aborted when the user stops the engine (Ctrl-C), which then waits for what is in flight.
 * The dynamic provider's process answers the engine's Cancel call without telling its providers; the HTTP/2 server that it arrives at does tell.
 */
export const cancellation: AbortSignal = controller.signal;

const cancelPath = "/pulumirpc.ResourceProvider/Cancel";

// Node 22.19 and newer publish this; an older one only waits longer.
subscribe("http2.server.stream.start", (message) => {
  const { headers } = message as { headers?: Record<string, unknown> };
  if (headers?.[":path"] === cancelPath) controller.abort(stopped());
});

function stopped(): IdmError {
  return new IdmError("ERR_IDM_ABORTED", "stopped before it was done; run pulumi up again to go on");
}
