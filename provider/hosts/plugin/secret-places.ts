// Where values have secrets: at places that the table marks, and at those that the program marks.
import type { Props } from "../../lifecycle/handlers.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { isSecretValue, secretValue } from "../../lifecycle/secret-envelope.ts";
import { hasMark, type Shape, shapeAt, shapeOf } from "../../lifecycle/shape.ts";

/** The names of the properties with a secret at a place that the table does not mark. */
export function secretNamesOfProgram({ properties }: Resource, props: Props): string[] {
  return Object.keys(props)
    .filter((name) => isSecretOfProgram(properties[name] && shapeOf(properties[name].type), props[name]))
    .sort();
}

function isSecretOfProgram(shape: Shape | undefined, value: unknown): boolean {
  if (shape?.isSecret || typeof value !== "object" || value === null) return false;
  if (isSecretValue(value)) return true;
  return Object.entries(value).some(([key, inner]) => isSecretOfProgram(shape && shapeAt(shape, key), inner));
}

/** The properties with an envelope around these, and around each value that the table marks. */
export function withSecrets({ properties }: Resource, props: Props, secretNames: readonly string[]): Props {
  return mapEntries(props, (name, value) => {
    const property = properties[name];
    if (secretNames.includes(name) && !isSecretValue(value)) return secretValue(value);
    return property ? withMarkedSecrets(shapeOf(property.type), value) : value;
  });
}

function withMarkedSecrets(shape: Shape | undefined, value: unknown): unknown {
  if (!shape || !hasMark(shape, "isSecret") || value === undefined || value === null) return value;
  if (isSecretValue(value)) return value;
  if (shape.isSecret) return secretValue(value);
  if (Array.isArray(value)) return value.map((item, index) => withMarkedSecrets(shapeAt(shape, index), item));
  if (typeof value !== "object") return value;
  return mapEntries(value as Props, (key, inner) => withMarkedSecrets(shapeAt(shape, key), inner));
}

function mapEntries(props: Props, change: (key: string, value: unknown) => unknown): Props {
  return Object.fromEntries(Object.entries(props).map(([key, value]) => [key, change(key, value)]));
}
