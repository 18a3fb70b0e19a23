// How a program or the command line gets an item that exists already.
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { verbsOf } from "../../../provider/lifecycle/verbs.ts";
import { importCommands } from "../import-commands.ts";
import { code, list } from "./markdown.ts";

/** The section about import, `get` and `adopt`. Throws an Error when the example has no id. */
export function existingItems(resource: Resource): string[] {
  const { type, noun, example, collection } = resource;
  if (!verbsOf(resource).read) return ["It cannot be imported or read: it creates no item at the service."];
  if (example?.id === undefined) throw new Error(`the example of ${type} has no id: add one to its table`);
  const { name, id } = example;
  const commands = importCommands(resource);
  return [
    code("sh", commands.join("\n")),
    code("ts", programThatGets(type, name, id)),
    list(
      `**Import** works with the packaged plugin. The resource option \`import\` takes the same ${commands.length > 1 ? "id or key" : "id"}.`,
      `**Code for an imported item** uses [the package of the plugin](../languages.md#2-add-the-package). In TypeScript and JavaScript, \`new idm.${type}(…)\` of \`pulumi-idm\` is another resource with another URN: ${unlikeTheImport(resource)}.`,
      `**\`get\`** reads the ${noun} without managing it, with both providers.`,
      resource.inputs.adopt &&
        `**\`adopt: true\`** adopts the existing ${noun} with this \`${collection?.naturalKey.property}\`, and creates one if there is none. Destroying the resource deletes the ${noun} at the service: set the resource option \`retainOnDelete\` to keep it, or \`protect\` to refuse the deletion.`,
      collection?.adoptHint && `**To manage** an existing ${noun}, ${collection.adoptHint}.`,
    ),
  ];
}

/** What `up` does with a resource of the dynamic provider for an item that was imported, and what to use instead. */
function unlikeTheImport({ type, noun, inputs, collection }: Resource): string {
  if (!collection) return "the next `up` creates it beside the imported one";
  const create = collection.naturalKey.isUnique
    ? `the next \`up\` tries to create a second ${noun}, which the service refuses`
    : `the next \`up\` creates a second ${noun}`;
  return `${create}. There, use ${inputs.adopt ? "`adopt: true`" : "`templateId`"} or \`${type}.get\` instead`;
}

function programThatGets(type: string, name: string, id: string): string {
  const call = `idm.${type}.get(${JSON.stringify(name)}, ${JSON.stringify(id)})`;
  return `import * as idm from "pulumi-idm";\n\nconst existing = ${call};`;
}
