import type { Condition, Resource, Variant } from "../../provider/lifecycle/resource.ts";
import { shapeOf } from "../../provider/lifecycle/shape.ts";

/** How the arguments of one form have an input. `values` are the values that it can have there. */
export type Presence =
  | "required"
  | "optional"
  | "forbidden"
  | { readonly values: readonly string[]; readonly isOptional: boolean };

/** One form of the arguments: what the variants of a table make of the inputs that they name. */
export interface Form {
  /** `SelfManagedCerts` */
  readonly name: string;
  /** The end of "The arguments of a `CustomDomain` …". */
  readonly description: string;
  readonly presences: Readonly<Record<string, Presence>>;
}

type ValueVariant = Variant & { readonly when: Extract<Condition, { is: string }> };

/** The forms that the arguments of a resource can have. None for a resource without variants. */
export function formsOf(resource: Resource): Form[] {
  const { variants = [] } = resource;
  const conditions = [...new Set(variants.map(({ when }) => when.property))];
  const alternatives = conditions.map((name) => {
    const own = variants.filter(({ when }) => when.property === name);
    const special = [...new Set(own.flatMap(({ requires = [], forbids = [] }) => [...requires, ...forbids]))];
    const forms = [...valueForms(resource, name, own.filter(hasValue)), ...setForms(name, own)];
    return forms.map((form) => ({
      ...form,
      presences: { ...presence(special, "optional"), ...form.presences },
    }));
  });
  return alternatives.length === 0 ? [] : alternatives.reduce(product);
}

/** A form for each value that a variant names, one for other values, and one for a value unknown to the compiler. */
function valueForms({ inputs }: Resource, name: string, variants: readonly ValueVariant[]): Form[] {
  const property = inputs[name];
  if (!property || variants.length === 0) return [];
  const { isOptional, type } = property;
  const shape = shapeOf(type);
  const named = [...new Set(variants.map(({ when }) => when.is))];
  const all = shape.kind === "enum" && !shape.isOpen ? shape.values : undefined;
  const others = all?.filter((value) => !named.includes(value));
  return [
    ...named.map((value) => ({
      name: pascalCase(value),
      description: `whose \`${name}\` is \`${JSON.stringify(value)}\``,
      presences: {
        [name]: { values: [value], isOptional: false },
        ...presencesOf(variants.filter(({ when }) => when.is === value)),
      },
    })),
    ...(others?.length === 0 && !isOptional ? [] : [otherForm(name, named, others, isOptional)]),
    {
      name: `Any${pascalCase(name)}`,
      description: `whose \`${name}\` the compiler does not know`,
      presences: { [name]: isOptional ? "optional" : "required", ...presencesOf(variants) },
    },
  ];
}

function otherForm(
  name: string,
  named: readonly string[],
  others: readonly string[] | undefined,
  isOptional: boolean,
): Form {
  const anyValue = isOptional ? "optional" : "required";
  const value = others && (others.length === 0 ? "forbidden" : { values: others, isOptional });
  return {
    name: `Other${pascalCase(name)}`,
    description: `whose \`${name}\` is not ${named.map((one) => `\`${JSON.stringify(one)}\``).join(" or ")}`,
    presences: { [name]: value ?? anyValue },
  };
}

/** One form in which the input is set, and one in which it may be missing. */
function setForms(name: string, variants: readonly Variant[]): Form[] {
  const when = (isSet: boolean) => variants.filter((one) => "isSet" in one.when && one.when.isSet === isSet);
  const [ifSet, ifMissing] = [when(true), when(false)];
  if (ifSet.length + ifMissing.length === 0) return [];
  return [
    {
      name: `With${pascalCase(name)}`,
      description: `whose \`${name}\` is set`,
      presences: { [name]: "required", ...presencesOf(ifSet) },
    },
    {
      name: `Without${pascalCase(name)}`,
      description: `whose \`${name}\` is not set`,
      presences: { [name]: ifSet.length > 0 ? "forbidden" : "optional", ...presencesOf(ifMissing) },
    },
  ];
}

/** The presences when any of the variants may apply: an input that one requires and another forbids is optional. */
function presencesOf(variants: readonly Variant[]): Record<string, Presence> {
  const required = variants.flatMap(({ requires = [] }) => requires);
  const forbidden = variants.flatMap(({ forbids = [] }) => forbids);
  const both = required.filter((name) => forbidden.includes(name));
  return {
    ...presence(required, "required"),
    ...presence(forbidden, "forbidden"),
    ...presence(both, "optional"),
  };
}

function product(left: readonly Form[], right: readonly Form[]): Form[] {
  return left.flatMap((one) =>
    right.map((other) => ({
      name: one.name + other.name,
      description: `${one.description}, and ${other.description}`,
      presences: merged(one.presences, other.presences),
    })),
  );
}

/** The presences of both forms: an input that one of them restricts stays restricted. */
function merged(left: Form["presences"], right: Form["presences"]): Form["presences"] {
  const restricted = Object.entries(right).filter(([name, value]) => value !== "optional" || !left[name]);
  return { ...left, ...Object.fromEntries(restricted) };
}

function presence(names: readonly string[], value: Presence): Record<string, Presence> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function hasValue(variant: Variant): variant is ValueVariant {
  return "is" in variant.when;
}

/** `self_managed_certs` → `SelfManagedCerts` */
function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("") || "Empty";
}
