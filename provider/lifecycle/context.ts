import type { Client } from "../client/client.ts";
import type { Log } from "../client/log-line.ts";
import type { Operation } from "../client/operation.ts";
import { asSentence, IdmError, linesOf } from "../errors.ts";
import type { Props, TimeLimit } from "./handlers.ts";
import type { LookSchedule } from "./look-schedule.ts";
import type { Ownership, Who } from "./ownership.ts";

/** Where the resources are looked for. */
export interface Address {
  /** `idm:baseUrl`; empty when it is not set. */
  readonly baseUrl: string;
  /** Whether no message may show it. */
  readonly isSecret: boolean;
  /** The provider resource of the program that has it. Default: none, so that it is `idm:baseUrl`. */
  readonly provider?: string | undefined;
  /** Whether a resource can choose another one with the resource option `provider`. Default: false. */
  readonly isOption?: boolean;
}

/** What a host gives to the handlers. They ask for the client and the ownership in each operation. */
export interface Runtime {
  /** The one client of the process. Throws `ConfigError` when the settings are wrong. */
  client(): Client;
  /** Needs no valid settings: a preview may have no credentials. */
  readonly address: Address;
  /** The one owner of all ids of the process, with its journal. */
  ownership(): Ownership;
  /** Default `lookSchedule`. Tests use shorter times. */
  readonly looks?: LookSchedule;
  /** Shows one line to the user. */
  readonly log: Log;
  /** Aborted when the user stops the engine. */
  readonly stop: AbortSignal;
}

/** Where an item was last seen, when `idm:baseUrl` is another address now. */
export interface LastSeen {
  readonly address: string;
  /** The state that was written then. */
  readonly state: Props;
}

/** What a verb works with. */
export interface Context {
  readonly client: Client;
  readonly address: Address;
  readonly operation: Operation;
  /**
   * Aborted when the user stops the engine. A wait may end early then; a request that changes something is finished.
   */
  readonly stop: AbortSignal;
  readonly ownership: Ownership;
  /** The resource that the verb is for. */
  readonly who: Who;
  readonly looks: LookSchedule;
  /** The program's own limit for this operation. Default: the client's. */
  readonly limit?: TimeLimit | undefined;
  /** Where the item was last seen, when that is another address than the client's: it may be another tenant. */
  readonly lastSeen?: LastSeen | undefined;
  /** Whether no message may show a value of this property: its table or the program marks it as secret. */
  isSecret(name: string): boolean;
  /** From now on no message shows the secrets of these properties, which the service has just returned. */
  addSecretsOf(props: Props): void;
}

/** An item at the service: its id, and its properties as programs name them. */
export interface RemoteItem {
  readonly id: string;
  readonly props: Props;
  /** When the service has created it, as the service says. Most do not. */
  readonly createdAt?: string | undefined;
  /** Set for the result of a create that was found by its values, without a proof that it is the one. */
  readonly isGuess?: boolean;
}

/** Thrown by a create verb when an item exists or may exist at the service, and the state has to keep it. */
export class IncompleteError extends IdmError {
  /** May contain secrets. It is not enumerable, so that code that prints the error does not print them. */
  declare readonly item: RemoteItem;

  /** `advice` says what the state holds now and how to continue. */
  constructor(item: RemoteItem, cause: IdmError, advice = keptAdvice(item.id)) {
    const lines = linesOf(cause);
    const last = lines.pop() ?? "";
    super(cause.code, [...lines, `${asSentence(last)} ${advice}`], { cause });
    Object.defineProperty(this, "item", { value: item });
  }
}

function keptAdvice(id: string): string {
  return `It exists at the service with the id ${id} and is kept in the state: run pulumi up again to continue`;
}
