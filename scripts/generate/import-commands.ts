import type { Resource } from "../../provider/lifecycle/resource.ts";
import { verbsOf } from "../../provider/lifecycle/verbs.ts";
import { token } from "./schema-types.ts";

/** The commands that import the item of a resource's example: by its id, and by its natural key. None without an id. */
export function importCommands({ type, example, collection }: Resource): string[] {
  if (example?.id === undefined) return [];
  const { name, id, inputs } = example;
  const key = collection && `${collection.naturalKey.property}:${inputs[collection.naturalKey.property]}`;
  return [id, ...(key ? [quoted(key)] : [])].map(
    (reference) => `pulumi import ${token(type)} ${name} ${reference}`,
  );
}

/** The section about import of a resource's description, as Pulumi's documentation wants it. None without a read. */
export function importDocs(resource: Resource): string[] {
  const commands = verbsOf(resource).read ? importCommands(resource) : [];
  if (commands.length === 0) return [];
  const ways =
    commands.length > 1 ? `its id, or by its ${resource.collection?.naturalKey.property}` : "its id";
  const shell = ["```sh", ...commands.map((command) => `$ ${command}`), "```"].join("\n");
  return [`## Import\n\nAn existing ${resource.noun} is imported by ${ways}:\n\n${shell}`];
}

/** A word for a shell. */
function quoted(word: string): string {
  return /^[\w.:-]+$/.test(word) ? word : `'${word}'`;
}
