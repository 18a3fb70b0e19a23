import type { z } from "zod";
import type { Client } from "../client/client.ts";
import type { Operation } from "../client/operation.ts";
import { IdmError } from "../errors.ts";
import type { Rule } from "./check.ts";
import type { Field } from "./compare.ts";
import type { Props } from "./handlers.ts";
import type { Journal } from "./journal.ts";

/** What a verb works with. */
export interface Context {
  readonly client: Client;
  readonly operation: Operation;
  /** Aborted when the user stops the engine: for waits that may end early. Requests that change something are finished. */
  readonly stop: AbortSignal;
  readonly journal: Journal;
}

/** Something at the service: its id, and its properties in the program's spelling. */
export interface RemoteItem {
  readonly id: string;
  readonly props: Props;
}

/** What only this resource knows: how it is made, read, changed and removed. Absent verbs do nothing. */
export interface Verbs<Inputs> {
  create(context: Context, inputs: Inputs): Promise<RemoteItem>;
  /** Undefined means gone. Absent: the resource cannot be read, and refresh sends nothing. */
  read?(context: Context, id: string, state: Props): Promise<RemoteItem | undefined>;
  /** `patch` holds the inputs to send; it is empty for a stale state only. */
  update?(context: Context, id: string, patch: Props, inputs: Inputs): Promise<RemoteItem>;
  delete?(context: Context, id: string, state: Props): Promise<void>;
}

export interface Definition<S extends z.ZodObject = z.ZodObject> {
  readonly type: string;
  /** Source of the check, of the argument types and of the README's table. Made by the first check: what only reads or deletes needs none. */
  readonly inputs: () => S;
  /** Outputs beside the inputs; source of the output types and of the README's table. Made for those only: no run needs it. */
  readonly outputs: () => z.ZodObject;
  readonly fields: { readonly [Key in keyof z.infer<S>]-?: Field };
  /** The new one cannot exist beside the old one. Default: a replacement is made first, then the old one deleted. */
  readonly deleteBeforeReplace?: boolean;
  readonly rules?: readonly Rule<z.infer<S>>[];
  /** Lines to tell the user about inputs that are allowed but look wrong. */
  readonly warnings?: (inputs: z.infer<S>) => string[];
  /** How messages name the resource: `Role "admin"`. Gets inputs or state, which may lack anything. */
  readonly subject: (props: Props) => string;
  /** Whether the state asks for an update although no input changed: something at the service has to be brought about again. */
  readonly isStale?: (state: Props) => boolean;
  readonly verbs: Verbs<z.infer<S>>;
}

/** Keeps the types of a definition together. */
export function defineResource<S extends z.ZodObject>(definition: Definition<S>): Definition<S> {
  return definition;
}

/** Thrown by a create verb when something exists at the service, or may exist, and is to be kept in the state. */
export class IncompleteError extends IdmError {
  readonly live: RemoteItem;

  /** `advice` is what the state holds now and how to go on. */
  constructor(live: RemoteItem, cause: IdmError, advice = keptAdvice(live.id)) {
    super(cause.code, `${cause.message.replace(/\.?$/, ".")} ${advice}`, { cause });
    this.live = live;
  }
}

function keptAdvice(id: string): string {
  return `It exists at the service with the id ${id} and is kept in the state: run pulumi up again to go on`;
}
