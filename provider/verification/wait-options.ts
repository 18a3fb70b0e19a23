import type { Client } from "../client/client.ts";
import type { Operation } from "../client/operation.ts";
import type { DnsRecord } from "./dns/names.ts";
import type { VerifyTurns } from "./verify-turns.ts";

/** What the wait needs to know of a custom domain. */
export interface Domain {
  /** Domain name, for messages. */
  readonly name: string;
  /** Status in lower case: `pending_verification`, `ready`, `failed`; `unknown` when the service sends none. */
  readonly status: string;
  /** DNS records that the service looks for. */
  readonly records: readonly DnsRecord[];
  /** Why the verification failed, in the service's words. */
  readonly errorMsg?: string | undefined;
}

/** Everything that `waitUntilReady` is given. All times are in milliseconds. */
export interface WaitOptions<D extends Domain = Domain> {
  readonly client: Client;
  /** Id of the custom domain. */
  readonly id: string;
  /** The operation of the resource that waits: messages name the same resource, without its secrets. */
  readonly operation: Operation;
  /** Ends the wait when it is aborted: the user stops the engine. */
  readonly stop: AbortSignal;
  /** Reads the domain once. Resolves to undefined when the service has no domain with this id. */
  readonly read: (operation: Operation) => Promise<D | undefined>;
  /** Limits the requests to verify. All domains of the process share it. */
  readonly turns: VerifyTurns;
  /** Longest wait until the domain is ready. */
  readonly timeoutMs: number;
  /** What the user raises to have a longer wait: `timeoutSeconds`. */
  readonly limitName: string;
  /** Longest time between two reads. A request to verify is always followed by a read. */
  readonly pollMs: number;
  /** Time between two progress lines. */
  readonly progressMs: number;
  /** Longest wait for one answer of one DNS server, when the error of a timeout looks up the records. */
  readonly dnsAnswerMs: number;
}
