import { IdmError } from "../errors.ts";
import type { Runtime } from "./context.ts";
import { type FoundItem, findById, idOfKey } from "./find-item.ts";
import type { Handlers, Props } from "./handlers.ts";
import { type Import, importedInputs } from "./imported-inputs.ts";
import { withoutHidden } from "./props.ts";
import { Redaction } from "./redaction.ts";
import type { CollectionResource, Resource } from "./resource.ts";
import { subjectOf } from "./run-verb.ts";
import { verbsOf } from "./verbs.ts";

/**
 * The handlers for a host that can import: a read without a state finds an item by its id, or by its natural key as
 * `name:Administrators`, and returns the inputs with which a program declares it. `pulumi import`, the resource option
 * `import` and `get` send such a read. What does not exist, or cannot be read, is an error.
 */
export function withImport(resource: Resource, handlers: Handlers, runtime: Runtime): Handlers {
  const told = new Set<string>();
  return {
    ...handlers,
    read: async (id, props, limit) => {
      if (Object.keys(withoutHidden(props)).length > 0) return handlers.read(id, props, limit);
      const { item, imported } = await importItem(resource, handlers, runtime, id);
      warnOf(imported, resource, runtime, item.props, told);
      return { id: item.id, props: { ...item.props, ...imported.inputs }, inputs: imported.inputs };
    },
  };
}

async function importItem(
  resource: Resource,
  handlers: Handlers,
  runtime: Runtime,
  reference: string,
): Promise<{ item: FoundItem; imported: Import }> {
  if (!verbsOf(resource).read) throw unreadableError(resource, reference);
  const key = keyIn(resource, reference);
  const id = key ? await idOfKey(resource as CollectionResource, runtime, key) : reference;
  const item = await findById(resource, runtime, handlers, id, idAdvice(resource));
  return { item, imported: importedInputs(resource, item.props) };
}

/** The natural key in `name:Administrators`. Undefined for an id. */
function keyIn({ collection }: Resource, reference: string): Props | undefined {
  if (!collection) return undefined;
  const { property } = collection.naturalKey;
  const prefix = `${property}:`;
  return reference.startsWith(prefix) ? { [property]: reference.slice(prefix.length) } : undefined;
}

function idAdvice({ collection, type }: Resource): string {
  if (!collection) return "Correct the id";
  const { property } = collection.naturalKey;
  const example = `${property}:${property.toUpperCase()}`;
  return `Correct the id. pulumi import and ${type}.get take ${example} as well`;
}

function unreadableError({ type }: Resource, id: string): IdmError {
  const message = `${type} ${JSON.stringify(id)}: the service cannot read it, so there is nothing to import or get. Remove it from the import, and declare a new ${type} in the program if it shall be done again`;
  return new IdmError("ERR_IDM_INPUT", message);
}

/** Says what is declared otherwise than the service returns it. An enum value that many items have is told once. */
function warnOf(
  { replaced, adopts, failures }: Import,
  resource: Resource,
  runtime: Runtime,
  props: Props,
  told: Set<string>,
): void {
  const redaction = new Redaction(resource, [props]);
  const warn = (text: string) =>
    runtime.log(redaction.text(`warning: ${subjectOf(resource, props)}: ${text}`));
  for (const { name, actual, declared } of replaced) {
    const fact = `the service returns ${JSON.stringify(actual)} for ${name}`;
    if (told.has(fact)) continue;
    told.add(fact);
    warn(
      `${fact}, which this provider does not know. It is imported as ${JSON.stringify(declared)}: that changes nothing at the service, and a program can declare it. Others that have it are imported like this too.`,
    );
  }
  for (const { property, reason } of failures)
    warn(
      `${property} ${reason}, and the import cannot declare it. Declare it in the program, and look at the preview before the next pulumi up.`,
    );
  for (const name of adopts)
    warn(
      `it lacks what a new ${resource.noun} needs, so it is imported by its ${name}: destroy does not delete it.`,
    );
}
