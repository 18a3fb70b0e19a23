import type { Context, RemoteItem } from "../lifecycle/define-resource.ts";
import { DomainWatch, type Rhythm } from "./domain-watch.ts";
import { neverSeen, notReady } from "./readiness-errors.ts";
import type { VerifyTurns } from "./verify-turns.ts";

/** How long a domain is waited for, and how that goes on; all times in milliseconds. */
export interface Patience extends Rhythm {
  readonly timeoutMs: number;
  /** For one answer of one DNS server, when a time-out is explained. */
  readonly dnsAnswerMs: number;
}

/**
 * Waits until the domain is ready, asking the service to verify it at its turns. A domain that is ready is done after one read.
 * Throws `ERR_IDM_VERIFICATION` when the service says that the verification failed, and, with what the DNS answers, when time is up.
 */
export async function waitUntilReady(
  { client, operation: { subject }, stop }: Context,
  id: string,
  patience: Patience,
  turns: VerifyTurns,
): Promise<RemoteItem> {
  const { timeoutMs } = patience;
  const turn = turns.enter(id, patience.pollMs);
  // A deadline of its own: a domain may need longer than other operations.
  const readiness = client.operate(
    subject,
    async (operation) => {
      const watch = new DomainWatch({ client, operation, id, rhythm: patience, turn });
      try {
        return await watch.untilReady();
      } catch (error) {
        if (stop.aborted || !operation.signal.aborted) throw error;
        if (!watch.seen) throw neverSeen(timeoutMs, error);
        throw await notReady(watch.seen, { ...patience, servers: client.settings.dnsServers, stop });
      }
    },
    { deadlineMs: timeoutMs, signal: stop },
  );
  return readiness.finally(() => turn.leave());
}
