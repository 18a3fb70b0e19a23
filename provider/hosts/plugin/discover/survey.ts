import type { Client } from "../../../client/client.ts";
import { listCollection } from "../../../lifecycle/list-collection.ts";
import type { CollectionResource } from "../../../lifecycle/resource.ts";
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
  /** Why the collection could not be listed. */
  readonly error?: Error;
}

/** Lists the collections, one after the other. Names are unique over all of them. */
export async function survey(
  client: Client,
  resources: readonly CollectionResource[],
  patterns: readonly string[],
): Promise<Listed[]> {
  const names = new LogicalNames();
  const isWanted = matcher(patterns);
  const results: Listed[] = [];
  for (const resource of resources) results.push(await listOne(client, resource, isWanted, names));
  return results;
}

async function listOne(
  client: Client,
  resource: CollectionResource,
  isWanted: (text: string) => boolean,
  names: LogicalNames,
): Promise<Listed> {
  const { type, noun, collection } = resource;
  try {
    const items = (await listCollection(client, resource)).map(({ id, props }) => {
      const key = props[collection.naturalKey.property];
      return { id, key: typeof key === "string" && key !== "" ? key : undefined };
    });
    const wanted = items.filter(({ id, key }) => isWanted(key ?? id)).sort(byKey);
    const specs = wanted.map(({ id, key }) => ({
      type: `idm:index:${type}`,
      name: names.next(key ?? id, noun.split(" ").at(-1) ?? noun),
      id,
    }));
    return { resource, specs, leftOut: items.length - wanted.length };
  } catch (error) {
    return { resource, specs: [], leftOut: 0, error: error as Error };
  }
}

/** The same order in each run: by name, and by id where names are equal. */
function byKey(left: { key?: string; id: string }, right: { key?: string; id: string }): number {
  const text = ({ key = "", id }: { key?: string; id: string }) => `${key}\n${id}`;
  return text(left) < text(right) ? -1 : 1;
}

function matcher(patterns: readonly string[]): (text: string) => boolean {
  const expressions = patterns.map(expressionOf);
  return (text) => expressions.length === 0 || expressions.some((expression) => expression.test(text));
}

/** `*` stands for any characters, `?` for one. */
function expressionOf(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "isu");
}
