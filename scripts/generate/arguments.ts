import type { Resource } from "../../provider/lifecycle/resource.ts";
import { shapeOf } from "../../provider/lifecycle/shape.ts";
import { describeInput, forbiddenNote } from "./describe.ts";
import { docComment } from "./doc-comment.ts";
import { type Form, formsOf, type Presence } from "./forms.ts";
import { inputType } from "./typescript.ts";

/**
 * `RoleArgs`: the arguments of a resource. A table with variants has a union of interfaces, one for each form that the
 * variants allow, because the compiler names interface and input in its errors.
 */
export function argumentsType(resource: Resource): string {
  const { type, inputs } = resource;
  const forms = formsOf(resource);
  const names = Object.keys(inputs);
  if (forms.length === 0)
    return `/** The arguments of \`${type}\`. */\nexport interface ${type}Args {\n${lines(resource, names, {})}\n}`;
  const special = names.filter((name) => forms.some(({ presences }) => presences[name]));
  const common = names.filter((name) => !special.includes(name));
  const union = forms.flatMap((form) => instances(type, form));
  return [
    `/** The arguments that every \`${type}\` may have. */\nexport interface ${type}CommonArgs {\n${lines(resource, common, {})}\n}`,
    ...forms.map((form) => formInterface(resource, form, special)),
    `/** The arguments of \`${type}\`. */\nexport type ${type}Args =\n| ${union.join("\n| ")};`,
  ].join("\n\n");
}

function formInterface(resource: Resource, form: Form, special: readonly string[]): string {
  const { type } = resource;
  const parameters = valuesIn(form).map(
    ([name, { values }]) => `${parameterOf(name)} = pulumi.Input<${union(values)}>`,
  );
  const generic = parameters.length > 0 ? `<${parameters.join(", ")}>` : "";
  return `${docComment(`The arguments of a \`${type}\` ${form.description}.`)}
export interface ${interfaceOf(type, form)}${generic} extends ${type}CommonArgs {
${lines(resource, special, form.presences)}
}`;
}

/**
 * The members of the union for one form. A value that the compiler knows has a member of its own: the compiler then
 * finds
 * the form by the value, and its errors are about the other inputs.
 */
function instances(type: string, form: Form): string[] {
  const choices = valuesIn(form).map(([, { values }]) => [union(values), `Pending<${union(values)}>`]);
  const combined = choices.reduce<string[][]>(
    (lists, choice) => lists.flatMap((list) => choice.map((one) => [...list, one])),
    [[]],
  );
  return combined.map((list) => `${interfaceOf(type, form)}${list.length > 0 ? `<${list.join(", ")}>` : ""}`);
}

function interfaceOf(type: string, { name }: Form): string {
  return `${type}${name}Args`;
}

type Values = Extract<Presence, object>;

/** The inputs of a form that have one of some values. */
function valuesIn({ presences }: Form): [name: string, values: Values][] {
  return Object.entries(presences).filter((entry): entry is [string, Values] => typeof entry[1] === "object");
}

/** The type parameter that stands for the value of an input: `Type`. */
function parameterOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function union(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" | ");
}

function lines(resource: Resource, names: readonly string[], presences: Form["presences"]): string {
  return names.map((name) => line(resource, name, presences[name])).join("\n");
}

function line(resource: Resource, name: string, presence: Presence | undefined): string {
  const property = resource.inputs[name];
  if (!property) throw new Error(`${resource.type}.${name} is not an input`);
  if (presence === "forbidden") return forbiddenLine(resource, name);
  const doc = docComment(describeInput(resource, name, property));
  const isValues = typeof presence === "object";
  const isOptional = isValues
    ? presence.isOptional
    : presence
      ? presence === "optional"
      : property.isOptional;
  const type = isValues ? parameterOf(name) : `pulumi.Input<${inputType(shapeOf(property.type))}>`;
  return `${doc}\n${name}${isOptional ? "?" : ""}: ${type}${isOptional ? " | undefined" : ""};`;
}

/** The type of the input is the sentence that the compiler shall show. */
function forbiddenLine(resource: Resource, name: string): string {
  const note = forbiddenNote(resource, name);
  if (note === "") return `${name}?: undefined;`;
  const why = note.charAt(0).toLowerCase() + note.replace(/[`"]|\.$/g, "").slice(1);
  return `${docComment(note)}\n${name}?: MustNotBeSet<${JSON.stringify(why)}> | undefined;`;
}
