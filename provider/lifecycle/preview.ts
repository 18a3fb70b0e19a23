import { type Props, unknownValue } from "./handlers.ts";
import type { Property } from "./property.ts";
import { isDeclared, withoutHidden } from "./props.ts";
import type { Resource } from "./resource.ts";
import { shapeOf } from "./shape.ts";

/**
 * The outputs after a create or an update that a preview knows for certain; all others have `unknownValue`. An update
 * keeps the outputs that it cannot change.
 */
export function previewOf(resource: Resource, news: Props, olds?: Props): Props {
  const inputs = withoutHidden(news);
  const values = Object.entries(resource.properties).map(([name, property]) => [
    name,
    isDeclared(inputs, name) ? inputs[name] : undeclared(resource, name, property, olds),
  ]);
  return Object.fromEntries(values);
}

function undeclared(resource: Resource, name: string, property: Property, olds: Props | undefined): unknown {
  if (property.onChange === "none" || shapeOf(property.type).isWriteOnly) return undefined;
  if (olds && isStable(resource, name)) return olds[name];
  return isDefaultCertain(resource, name, property) ? property.default : unknownValue;
}

/** Whether the item has the default of an input that is not declared, whatever the other inputs are. */
function isDefaultCertain({ variants = [] }: Resource, name: string, { default: value }: Property): boolean {
  const depends = variants.some(({ forbids = [], requires = [] }) =>
    [...forbids, ...requires].includes(name),
  );
  return !depends && ["string", "number", "boolean"].includes(typeof value);
}

/** Whether an update in place never changes this property. */
function isStable({ collection, properties }: Resource, name: string): boolean {
  return name === collection?.idProperty || properties[name]?.onChange === "replace";
}
