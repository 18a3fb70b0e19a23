import { createHash } from "node:crypto";

/** What a create is about. */
export interface CreateKey {
  /** Who the resource is: organization and URN. Undefined for a program with an earlier version of the SDK. */
  readonly resource: string | undefined;
  /** What the state with the created item has as its owner: each create has another. Earlier versions wrote none. */
  readonly owner?: string | undefined;
  /** Base address of the API. */
  readonly tenant: string;
  /** Path of the collection, or the type of a resource without one. */
  readonly place: string;
  /** What finds the item without its id. */
  readonly naturalKey: string;
  /** What messages call the item: `role with the name "admin"`. No secrets: the journal keeps it as it is. */
  readonly label: string;
  /** What is sent, without secrets: a short one could be guessed from the hash. */
  readonly content: Content;
}

/** Names and values, in the order of the names. */
export type Content = ReadonlyArray<readonly [name: string, value: unknown]>;

/** Hashes of what a create is about. */
export interface CreateHashes {
  /** The resource, in its tenant. */
  readonly key: string;
  readonly stack: string;
  readonly place: string;
  /** The natural key, in its tenant and place. */
  readonly item: string;
  readonly content: string;
}

/** A create as the journal's files have it. */
export interface CreateRecord extends CreateHashes, Pick<CreateKey, "resource" | "owner" | "label"> {
  /** The names of what is sent. */
  readonly names: readonly string[];
}

/** The order of the hashes in a file. */
export const hashNames = ["key", "stack", "place", "item", "content"] as const;

/** `scope` is what tells apart two stacks of one name: the address of the backend, for example. */
export function recordOf(scope: readonly string[], create: CreateKey): CreateRecord {
  const { resource, owner, label, tenant, place, naturalKey, content } = create;
  // Without a name, the folder and the natural key are the best that there is.
  const who = resource === undefined ? [process.cwd(), naturalKey] : [resource];
  return {
    key: hash([...scope, ...who, tenant, place]),
    stack: stackHash(scope, resource),
    place: hash([place]),
    item: hash([tenant, place, naturalKey]),
    content: contentHash(content),
    resource,
    owner,
    label,
    names: content.map(([name]) => name),
  };
}

/** Whether these properties are those that a create has sent. */
export function isSentBy(
  { names, content }: CreateRecord,
  props: Readonly<Record<string, unknown>>,
): boolean {
  return content === contentHash(names.map((name) => [name, props[name]]));
}

function contentHash(content: Content): string {
  return hash(["content", content]);
}

/** The part of a URN up to the project names the stack: `urn:pulumi:<stack>::<project>::<types>::<name>`. */
export function stackHash(scope: readonly string[], resource: string | undefined): string {
  const stack = resource?.split("::").slice(0, 2).join("::") ?? process.cwd();
  return hash([...scope, stack]);
}

export function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);
}
