import type * as z from "zod";

/** Inputs or outputs of a resource by name. */
type Values = Readonly<Record<string, unknown>>;

/**
 * The value that the service uses for an input that is not declared, or a function that computes it from the inputs.
 */
export type Default<T> = T | null | ((inputs: Values) => unknown);

/** What a change of an input means. */
export interface ChangeOptions<T> {
  /** The value that the service uses when the program does not declare the input. It is not sent. */
  readonly default?: Default<T>;
  /** How the reference describes a `default` that is a function: `the domain`. */
  readonly defaultInWords?: string;
  /** Whether two values mean the same to the service. Default: deep equality. */
  readonly same?: (left: unknown, right: unknown) => boolean;
  /**
   * Whether a response without the input, or with null, means that it has its default. Otherwise such a response says
   * nothing, and the state keeps its value.
   */
  readonly absentIsDefault?: true;
}

/** What a change of an input that replaces the resource means. */
export interface ReplaceOptions<T> extends ChangeOptions<T> {
  /**
   * Whether a value that a preview does not know yet counts as unchanged. The engine also compares with unknown values
   * in an `up`, to find what it has to replace together with another resource.
   */
  readonly onlyIfKnown?: boolean;
}

/** What a change of an input that can be updated means. */
export interface UpdateOptions<T> extends ChangeOptions<T> {
  /**
   * The value that an update sends when the program no longer declares the input. Absent: nothing is sent, and later
   * changes at the service are not noticed.
   */
  readonly onRemoval?: T | null;
}

/** One row of a resource's table: all facts about one property. */
export interface Property {
  /** Type, limits and marks (`secret`, `writeOnly`, `wireName`) at any depth. */
  readonly type: z.ZodType;
  /** For the reference and the SDK. Limits, default and what a change does are added to it: do not repeat them. */
  readonly description: string;
  /** What the output is, where it is more than the value of the input. */
  readonly outputDescription?: string;
  /** `both`: an optional input that the resource also has as an output when the program does not declare it. */
  readonly direction: "input" | "output" | "both";
  readonly isOptional: boolean;
  /**
   * What a change of an input does. `none`: the input is for the provider itself. It is not sent, not compared, and
   * no output.
   */
  readonly onChange?: "update" | "replace" | "none";
  readonly default?: Default<unknown>;
  readonly defaultInWords?: string;
  readonly onRemoval?: unknown;
  readonly same?: (left: unknown, right: unknown) => boolean;
  readonly absentIsDefault?: true;
  readonly onlyIfKnown?: boolean;
  /** The output is as secret as these inputs. */
  readonly secretSources?: readonly string[];
  /** Whether no update of the resource changes the output. */
  readonly isStable?: true;
  /** The value that the output has after each create and update. */
  readonly valueAfterWrite?: unknown;
  /** Computes an output that is in no response, from the properties that are. */
  readonly derive?: (properties: Values) => unknown;
}

/** An input of the zod type `T`. Each method returns a changed copy. */
export class Input<T extends z.ZodType = z.ZodType, Optional extends boolean = boolean> implements Property {
  declare readonly type: T;
  declare readonly description: string;
  declare readonly direction: "input" | "both";
  declare readonly isOptional: Optional;
  declare readonly onChange?: Property["onChange"];

  constructor(property: Property) {
    Object.assign(this, property);
  }

  /** Programs may leave the input out. */
  optional(): Input<T, true> {
    return new Input({ ...this, isOptional: true });
  }

  /** A change is sent in an update. */
  updates(options: UpdateOptions<z.infer<T>> = {}): Input<T, Optional> {
    return new Input({ ...this, ...options, onChange: "update" });
  }

  /** A change replaces the resource. */
  replaces(options: ReplaceOptions<z.infer<T>> = {}): Input<T, Optional> {
    return new Input({ ...this, ...options, onChange: "replace" });
  }

  /**
   * The input is for the provider itself: not sent, not compared, and no output. `default` is what the provider uses.
   */
  providerOnly(options: Pick<ChangeOptions<z.infer<T>>, "default"> = {}): Input<T, Optional> {
    return new Input({ ...this, ...options, onChange: "none" });
  }

  /** The resource has it as an output also when the program does not declare it. The output has its own description. */
  alsoOutput(outputDescription: string): Input<T, Optional> {
    return new Input({ ...this, direction: "both", outputDescription });
  }
}

/** An output of the zod type `T`. Each method returns a changed copy. */
export class Output<T extends z.ZodType = z.ZodType, Optional extends boolean = boolean> implements Property {
  declare readonly type: T;
  declare readonly description: string;
  declare readonly direction: "output";
  declare readonly isOptional: Optional;

  constructor(property: Property) {
    Object.assign(this, property);
  }

  /** Responses may leave the output out. */
  optional(): Output<T, true> {
    return new Output({ ...this, isOptional: true });
  }

  /**
   * The output is secret when one of these inputs is, although it does not contain the value of the input. One that
   * contains it is secret in any case.
   */
  secretWith(...inputs: readonly string[]): Output<T, Optional> {
    return new Output({ ...this, secretSources: inputs });
  }

  /** No update of the resource changes the output: a preview knows it. */
  stable(): Output<T, Optional> {
    return new Output({ ...this, isStable: true });
  }

  /** The output has this value after each create and update: a preview knows it. */
  afterWrite(value: z.infer<T>): Output<T, Optional> {
    return new Output({ ...this, valueAfterWrite: value });
  }

  /** The output is in no response: `derive` computes it from the properties that are. */
  derived(derive: (properties: Values) => z.infer<T> | undefined): Output<T, Optional> {
    return new Output({ ...this, derive });
  }
}

/** A property that programs set. Call `updates()`, `replaces()` or `providerOnly()` to say what a change does. */
export function input<T extends z.ZodType>(type: T, description: string): Input<T, false> {
  return new Input({ type, description, direction: "input", isOptional: false });
}

/** A property that the service sets. */
export function output<T extends z.ZodType>(type: T, description: string): Output<T, false> {
  return new Output({ type, description, direction: "output", isOptional: false });
}

/** Properties by their names in programs. */
export type Properties = Readonly<Record<string, Property>>;

/** The properties of a table, as `input` and `output` create them. */
export type Table = Readonly<Record<string, Input | Output>>;

type RequiredKeys<T extends Table> = {
  [K in keyof T]: T[K] extends Input<z.ZodType, false> ? K : never;
}[keyof T];

type OptionalKeys<T extends Table> = {
  [K in keyof T]: T[K] extends Input<z.ZodType, false> ? never : T[K] extends Input ? K : never;
}[keyof T];

/** The inputs of a resource as the check accepts them. */
export type InputsOf<T extends Table> = {
  readonly [K in RequiredKeys<T>]: z.infer<T[K]["type"]>;
} & { readonly [K in OptionalKeys<T>]?: z.infer<T[K]["type"]> };
