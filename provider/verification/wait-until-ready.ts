import type { Operation } from "../client/operation.ts";
import type { Turn } from "./verify-turns.ts";
import { notRead, notReady } from "./wait-errors.ts";
import { WaitLoop } from "./wait-loop.ts";
import type { Domain, WaitOptions } from "./wait-options.ts";

/**
 * Waits until a custom domain is ready, and resolves to the domain as last read.
 * Asks the service to verify the domain, as often as `turns` allows. A ready domain takes one read, no other request.
 * Throws `ERR_IDM_VERIFICATION` when the verification fails, and after `timeoutMs` with what DNS answers.
 */
export async function waitUntilReady<D extends Domain>(options: WaitOptions<D>): Promise<D> {
  const { client, id, stop, timeoutMs, limitName, pollMs, turns } = options;
  const { subject, redact } = options.operation;
  const turn = turns.join(id, pollMs);
  try {
    // The wait has its own deadline: a domain may need longer than other operations.
    const deadline = { deadlineMs: timeoutMs, limitName, signal: stop, redact };
    return await client.operate(subject, (operation) => waitDuring(operation, options, turn), deadline);
  } finally {
    turn.leave();
  }
}

/** Waits until the deadline of `operation`. */
async function waitDuring<D extends Domain>(
  operation: Operation,
  options: WaitOptions<D>,
  turn: Turn,
): Promise<D> {
  const loop = new WaitLoop(options, operation, turn);
  try {
    return await loop.untilReady();
  } catch (error) {
    const timedOut = operation.signal.aborted && !options.stop.aborted;
    if (!timedOut) throw error;
    throw loop.lastRead ? await notReady(loop.lastRead, options, loop.lastError) : notRead(options, error);
  }
}
