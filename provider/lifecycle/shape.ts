import * as z from "zod";

/** What a zod type says of a value, in the terms of this provider. No other file looks into zod types. */
export type Shape = Marks &
  (
    | { readonly kind: "string" | "number" | "boolean" | "any" | "list-or-map" }
    | { readonly kind: "enum"; readonly values: readonly string[]; readonly isOpen: boolean }
    | { readonly kind: "array"; readonly items: Shape; readonly isReadInParts: boolean }
    /** Its keys belong to the user and are never renamed. */
    | { readonly kind: "map"; readonly values: Shape }
    | ObjectShape
  );

/** An object with fields. */
export interface ObjectShape {
  readonly kind: "object";
  /** Name of the type in the SDK. Absent: the SDK writes the type where it is used. */
  readonly name?: string;
  readonly fields: Readonly<Record<string, Shape>>;
  /** Shape of the values under other keys. Absent: other keys are refused. */
  readonly others?: Shape;
  /** Whether zod drops other keys without an error. That is a mistake in the table. */
  readonly isLoose: boolean;
}

interface Marks {
  /** Where the limits are, for the reference. */
  readonly type: z.ZodType;
  readonly description?: string;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  readonly isSecret: boolean;
  readonly isWriteOnly: boolean;
  readonly wireName?: string;
}

/** Shapes that were computed before: a refresh reads hundreds of responses with the same types. */
const shapes = new WeakMap<z.ZodType, Shape>();

/** The shape of a zod type. Throws an Error for a type that the provider does not support. */
export function shapeOf(type: z.ZodType): Shape {
  const known = shapes.get(type);
  if (known) return known;
  const shape = createShape(type);
  shapes.set(type, shape);
  return shape;
}

function createShape(type: z.ZodType): Shape {
  const { def } = type as unknown as { def: z.core.$ZodTypeDef & { innerType?: z.ZodType } };
  const meta = z.globalRegistry.get(type) ?? {};
  if ((def.type === "optional" || def.type === "nullable") && def.innerType) {
    const inner = shapeOf(def.innerType);
    const wrapper = def.type === "optional" ? { isOptional: true } : { isNullable: true };
    return { ...inner, ...marksIn(meta), ...wrapper } as Shape;
  }
  const plain = { type, isNullable: false, isOptional: false, isSecret: false, isWriteOnly: false };
  return { ...plain, ...marksIn(meta), ...kindOf(type, meta) } as Shape;
}

function marksIn(meta: z.core.GlobalMeta): Partial<Marks> {
  const { description, secret, writeOnly, wireName } = meta;
  return {
    ...(description !== undefined && { description }),
    ...(secret && { isSecret: true }),
    ...(writeOnly && { isWriteOnly: true }),
    ...(wireName !== undefined && { wireName }),
  };
}

function kindOf(type: z.ZodType, meta: z.core.GlobalMeta): object {
  if (meta.knownValues) return { kind: "enum", values: meta.knownValues, isOpen: true };
  if (meta.listOrMap) return { kind: "list-or-map" };
  if (type instanceof z.ZodObject) return objectShape(type, meta.id);
  if (type instanceof z.ZodArray) {
    const items = shapeOf(type.element as z.ZodType);
    return { kind: "array", items, isReadInParts: meta.readableItems === true };
  }
  if (type instanceof z.ZodRecord) return { kind: "map", values: shapeOf(type.valueType as z.ZodType) };
  if (type instanceof z.ZodEnum) return closedEnum(type.options);
  if (isPlain(type.type)) return { kind: type.type };
  throw new Error(
    `a zod ${type.type} cannot be used: use string, number, boolean, enum, array, record, strictObject or any`,
  );
}

/** Includes formats such as z.email() and z.int(). */
function isPlain(kind: string): kind is "string" | "number" | "boolean" | "any" {
  return kind === "string" || kind === "number" || kind === "boolean" || kind === "any";
}

function closedEnum(values: readonly (string | number)[]): object {
  if (values.every((value) => typeof value === "string")) return { kind: "enum", values, isOpen: false };
  throw new Error("an enum of numbers cannot be used: use strings");
}

function objectShape(type: z.ZodObject, name: string | undefined): ObjectShape {
  const fields = Object.entries(type.shape).map(
    ([key, field]) => [key, shapeOf(field as z.ZodType)] as const,
  );
  const { catchall } = type.def as { catchall?: z.ZodType };
  const isStrict = catchall instanceof z.ZodNever;
  // z.object has no catchall, z.looseObject has `unknown`.
  const isLoose = catchall === undefined || catchall instanceof z.ZodUnknown;
  return {
    kind: "object",
    ...(name !== undefined && { name }),
    // Without a prototype: a user's key such as `toString` is looked up in it.
    fields: Object.assign(Object.create(null), Object.fromEntries(fields)),
    ...(!isLoose && !isStrict && { others: shapeOf(catchall) }),
    isLoose,
  };
}

/** Whether the value or a value inside it has this mark. */
export function hasMark(shape: Shape, mark: "isSecret" | "isWriteOnly"): boolean {
  const known = marked[mark].get(shape);
  if (known !== undefined) return known;
  const found = shape[mark] || innerShapes(shape).some((inner) => hasMark(inner, mark));
  marked[mark].set(shape, found);
  return found;
}

/** Results of `hasMark`: each operation asks for every property. */
const marked = { isSecret: new WeakMap<Shape, boolean>(), isWriteOnly: new WeakMap<Shape, boolean>() };

/** The shapes one level down. */
export function innerShapes(shape: Shape): Shape[] {
  if (shape.kind === "array") return [shape.items];
  if (shape.kind === "map") return [shape.values];
  if (shape.kind !== "object") return [];
  return [...Object.values(shape.fields), ...(shape.others ? [shape.others] : [])];
}

/** The shape of the value under a key or index. Undefined where there is none. */
export function shapeAt(shape: Shape, part: PropertyKey): Shape | undefined {
  if (shape.kind === "array") return shape.items;
  if (shape.kind === "map") return shape.values;
  return shape.kind === "object" ? (shape.fields[String(part)] ?? shape.others) : undefined;
}
