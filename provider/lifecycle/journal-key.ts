import { createHash } from "node:crypto";

/** What a create is about. The journal keeps hashes of it. */
export interface CreateKey {
  /** Who the resource is: organization and URN. Undefined for a program with an earlier version of the SDK. */
  readonly resource: string | undefined;
  /** Base address of the API. */
  readonly tenant: string;
  /** Path of the collection, or the type of a resource without one. */
  readonly place: string;
  /** What finds the item without its id. */
  readonly naturalKey: string;
  /** What is sent, without secrets: a short one could be guessed from the hash. */
  readonly content: unknown;
}

/** A create in the journal's files. */
export interface CreateHashes {
  /** The resource, in its tenant. */
  readonly key: string;
  readonly stack: string;
  readonly place: string;
  readonly naturalKey: string;
  readonly content: string;
}

/** The order of the hashes in a file. */
export const hashNames = ["key", "stack", "place", "naturalKey", "content"] as const;

/** `scope` is what tells apart two stacks of one name: the address of the backend, for example. */
export function hashesOf(scope: readonly string[], create: CreateKey): CreateHashes {
  const { resource, tenant, place, naturalKey, content } = create;
  // Without a name, the folder and the natural key are the best that there is.
  const who = resource === undefined ? [process.cwd(), naturalKey] : [resource];
  return {
    key: hash([...scope, ...who, tenant, place]),
    stack: stackHash(scope, resource),
    place: hash([place]),
    naturalKey: hash([naturalKey]),
    content: hash(["content", content]),
  };
}

/** The part of a URN up to the project names the stack: `urn:pulumi:<stack>::<project>::<types>::<name>`. */
export function stackHash(scope: readonly string[], resource: string | undefined): string {
  const stack = resource?.split("::").slice(0, 2).join("::") ?? process.cwd();
  return hash([...scope, stack]);
}

export function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);
}

export function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {
    // The folder cannot be created or written: creates work without the journal.
  }
}
