import type { Client } from "../../../client/client.ts";
import { object } from "../../../client/json.ts";
import { ApiError, NetworkError } from "../../../errors.ts";
import { allKeys, type ListedKey } from "../../../lifecycle/item-requests.ts";
import type { CollectionResource } from "../../../lifecycle/resource.ts";
import { wireNameOf } from "../../../lifecycle/wire-names.ts";
import { LogicalNames } from "./logical-names.ts";

/** A line of the file for `pulumi import --file`. */
export interface ImportSpec {
  readonly type: string;
  readonly name: string;
  readonly id: string;
}

/** What became of one collection. */
export interface Listed {
  readonly resource: CollectionResource;
  readonly specs: readonly ImportSpec[];
  /** How many items no pattern matches. */
  readonly leftOut: number;
  /** Why single items are not in the list: a sentence for each. */
  readonly unusable: readonly string[];
  /** Why the collection could not be listed. */
  readonly error?: Error;
}

/**
 * Lists the collections, one after the other. Names are unique over all of them. After an error that every list would
 * have, the others have the same error object, and no request is sent for them.
 */
export async function survey(
  client: Client,
  resources: readonly CollectionResource[],
  patterns: readonly string[],
): Promise<Listed[]> {
  const names = new LogicalNames();
  const isWanted = matcher(patterns);
  const results: Listed[] = [];
  for (const resource of resources) {
    const error = results.at(-1)?.error;
    const listed = isForAll(error) ? notListed(resource, error) : listOne(client, resource, isWanted, names);
    results.push(await listed);
  }
  return results;
}

/** Whether it is about the tenant and not about one collection: no token, a refused one, or no connection. */
export function isForAll(error: Error | undefined): error is Error {
  if (error instanceof NetworkError) return !error.sent;
  return error instanceof ApiError && (error.status === 401 || error.path.startsWith("/oauth/"));
}

function notListed(resource: CollectionResource, error: Error): Listed {
  return { resource, specs: [], leftOut: 0, unusable: [], error };
}

async function listOne(
  client: Client,
  resource: CollectionResource,
  isWanted: (text: string) => boolean,
  names: LogicalNames,
): Promise<Listed> {
  const { type, noun } = resource;
  try {
    const unusable: string[] = [];
    const items = await client.operate(`List of ${noun}s`, (operation) =>
      allKeys({ client, operation }, resource, (error, item) =>
        unusable.push(`${type} ${JSON.stringify(keyOf(resource, item))}: not listed. ${error.withoutAdvice}`),
      ),
    );
    const wanted = items.filter(({ id, key }) => isWanted(key ?? id)).sort(byKey);
    const specs = wanted.map(({ id, key }) => ({
      type: `idm:index:${type}`,
      name: names.next(key ?? id, noun.split(" ").at(-1) ?? noun),
      id,
    }));
    return { resource, specs, leftOut: items.length - wanted.length, unusable };
  } catch (error) {
    return notListed(resource, error as Error);
  }
}

/** The natural key of an item as the service lists it. */
function keyOf(resource: CollectionResource, item: unknown): string {
  const name = wireNameOf(resource, resource.collection.naturalKey.property);
  const key = name === undefined ? undefined : object(item)?.[name];
  return typeof key === "string" ? key : "";
}

/** The same order in each run: by name, and by id where names are equal. */
function byKey(left: ListedKey, right: ListedKey): number {
  const text = ({ key = "", id }: ListedKey) => `${key}\n${id}`;
  return text(left) < text(right) ? -1 : 1;
}

function matcher(patterns: readonly string[]): (text: string) => boolean {
  const pieces = patterns.map((pattern) => [...pattern.toLowerCase()]);
  return (text) => pieces.length === 0 || pieces.some((pattern) => isLike(pattern, [...text.toLowerCase()]));
}

/**
 * Whether the text is like the pattern, in which `*` stands for any characters and `?` for one. Only the latest `*` is
 * tried again, so that the time is at most the product of both lengths, whatever a tenant's user chose as a name.
 */
function isLike(pattern: readonly string[], text: readonly string[]): boolean {
  let [at, star, resumeAt] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === "*") {
      [star, resumeAt] = [at, index];
      at += 1;
    } else if (pattern[at] === "?" || pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      resumeAt += 1;
      [at, index] = [star + 1, resumeAt];
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === "*");
}
