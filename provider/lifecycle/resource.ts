import type * as z from "zod";
import type { Path } from "../client/path.ts";
import type { RequestTemplate } from "../client/request-template.ts";
import type { IdmErrorCode } from "../errors.ts";
import type { Context, RemoteItem } from "./context.ts";
import type { Failure, Props } from "./handlers.ts";
import type { InputsOf, Properties, Table } from "./property.ts";

/**
 * A REST collection of the service. Its items are created with POST, and read, updated and deleted at `<path>/<id>`.
 */
export interface Collection {
  /** `/roles` */
  readonly path: Path;
  /** The part after the colon in the names of its scopes: `roles` for `create:roles`. */
  readonly scope: string;
  /** The output that holds the id of an item. */
  readonly idProperty: string;
  /** The field of a response that holds the id. */
  readonly wireId: string;
  readonly naturalKey: NaturalKey;
  /**
   * How a program adopts an existing item: the end of a message that begins with "If it exists, …".
   * Default: `adopt: true`, or to delete the item where the table has no input `adopt`.
   */
  readonly adoptHint?: string;
  /**
   * The arguments of the function that finds an item, such as `getRole({ name })`: the natural key, `idProperty`, or
   * both. Default: there is no such function.
   */
  readonly functionArguments?: readonly string[];
  /** The actions whose request the service's documents describe. The others follow the service's conventions. */
  readonly documented?: readonly CollectionAction[];
  /** What a request is sent for, for the reference, where its action alone does not tell. */
  readonly purposes?: Partial<Record<CollectionAction, string>>;
}

/** What is done with the items of a collection. */
export type CollectionAction = "create" | "read" | "list" | "update" | "delete";

/** How an item is found without its id. */
export interface NaturalKey {
  /** The input by whose value an item is found. */
  readonly property: string;
  /** Whether the service refuses a second item with the same value. Then a replacement deletes the old item first. */
  readonly isUnique?: boolean;
  /** Query parameters that narrow the list of items. Default: none, the whole list is read. */
  readonly query?: (value: string) => Record<string, string>;
  /**
   * Whether an item cannot have been created a moment ago, by its properties. A create without an answer does not take
   * it then. Default: it can.
   */
  readonly isOlder?: (props: Props) => boolean;
}

/**
 * A resource that a program declares. The input `$login.customDomainId` stands for an output of the resource `login`,
 * which is the example of another table.
 */
export interface Example {
  readonly name: string;
  /** An id that such an item may have, for the commands that import or read one. Needed where there is a read. */
  readonly id?: string;
  readonly inputs: Props;
}

/** What the handlers of a resource do at the service. A handler without its verb sends nothing. */
export interface Verbs<Inputs = Props> {
  create(context: Context, inputs: Inputs): Promise<RemoteItem>;
  /** Returns undefined when the item no longer exists. */
  read?(context: Context, id: string, state: Props): Promise<RemoteItem | undefined>;
  /** `patch` holds the inputs to send. It is empty when the update is due to `isStale` alone. */
  update?(context: Context, id: string, patch: Props, inputs: Inputs): Promise<RemoteItem>;
  delete?(context: Context, id: string, state: Props): Promise<void>;
}

/**
 * Inputs that go together, or exclude each other. The argument type in TypeScript is a union with a member for each
 * case.
 */
export interface Variant {
  /** When the variant applies. */
  readonly when: Condition;
  /** Optional inputs that the program has to declare. */
  readonly requires?: readonly string[];
  /** Inputs that the program must not declare. */
  readonly forbids?: readonly string[];
  /** What to do about an input that is missing or must not be declared: the end of the message. */
  readonly remedy: string;
}

/** Applies when an input has this value, or when it is declared (`isSet: true`) or not (`isSet: false`). */
export type Condition =
  | { readonly property: string; readonly is: string }
  | { readonly property: string; readonly isSet: boolean };

/**
 * Checks several inputs together. An input that is unknown in a preview, or that its type refuses, is a key with the
 * value undefined.
 */
export type Rule<Inputs> = (inputs: Partial<Inputs>) => Failure[];

/** What a file in `resources/` says of its resource. */
export interface ResourceTable<P extends Table = Table> {
  /** Name of the class in the SDK, and the end of the type token: `Role`. */
  readonly type: string;
  /** What messages call an item. Default: the type in lower-case words: `custom domain` for `CustomDomain`. */
  readonly noun?: string;
  /** For the reference and the class of the SDK. */
  readonly description: string;
  /** A resource as programs declare it, for the reference in each language. */
  readonly example?: Example;
  readonly properties: P;
  readonly collection?: Collection;
  /**
   * The properties that name the resource in messages; the first one with a value is used. Default: the natural key.
   */
  readonly subject?: readonly (keyof P & string)[];
  readonly variants?: readonly Variant[];
  readonly rules?: readonly Rule<InputsOf<P>>[];
  /** Warnings for inputs that are allowed but look wrong. */
  readonly warnings?: (inputs: InputsOf<P>) => string[];
  /** A warning for the replacement of an item with this state, because these inputs differ. */
  readonly replacementWarning?: (state: Props, changed: readonly string[]) => string | undefined;
  /** A warning for a new item with this state: the service has answered something that looks wrong. */
  readonly createdWarning?: (state: Props) => string | undefined;
  /** Whether this state needs an update although no input has changed. */
  readonly isStale?: (state: Props) => boolean;
  /** The requests of its own verbs, for the reference. Those of the collection are derived. */
  readonly requests?: readonly RequestTemplate[];
  /** The errors of its own verbs and when they come, for the reference. Those of every resource are derived. */
  readonly errors?: Readonly<Partial<Record<IdmErrorCode, string>>>;
  /** Verbs of its own, used in place of those of the collection. Without a collection, `create` is required. */
  readonly verbs?: Partial<Verbs<InputsOf<P>>>;
}

/** A resource as handlers, hosts and generators use it: its table, with defaults filled in. */
export interface Resource extends Omit<ResourceTable, "properties" | "rules" | "warnings" | "verbs"> {
  readonly properties: Properties;
  readonly noun: string;
  readonly subject: readonly string[];
  /** The properties that programs set, by name. */
  readonly inputs: Properties;
  readonly rules: readonly Rule<Props>[];
  readonly warnings?: (inputs: Props) => string[];
  readonly verbs: Partial<Verbs>;
  /** Strict zod object of the inputs. Created at the first check, because a refresh does not need it. */
  readonly schema: z.ZodObject;
}

/** A resource whose items are in a REST collection. */
export type CollectionResource = Resource & { readonly collection: Collection };
