import * as pulumi from "@pulumi/pulumi";
import { idIfUnknown, refuseImport, withDefaults } from "./resource-options.ts";
import { secretNames } from "./secret-names.ts";
import { shellText } from "./shell.ts";
import { ShortStacks } from "./short-stacks.ts";

/** What a generated class passes to this base class. */
export interface ResourceClass {
  /** Name of the type: `Role`. */
  readonly type: string;
  /** The names of all outputs. Each exists as an Output before the engine returns its value. */
  readonly outputs: readonly string[];
  /** The names of the outputs that are secret or contain a secret. */
  readonly secrets: readonly string[];
  /** The output that is the id of the item. */
  readonly idOutput?: string;
  /** Whether the service refuses a second item of the same name, so that a replacement deletes the old one first. */
  readonly isUnique?: boolean;
  /** How a program gets an existing item, in place of the resource option `import`. */
  readonly insteadOfImport: string;
}

/** Base class of all resources. The provider of each is the thin shell (`shellText`). */
export abstract class IdmResource extends pulumi.CustomResource {
  constructor(
    resourceClass: ResourceClass,
    name: string,
    args: object | undefined,
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    const { type, outputs, secrets, idOutput } = resourceClass;
    refuseImport(resourceClass, name, opts);
    const props = {
      ...Object.fromEntries(outputs.map((output) => [output, undefined])),
      ...args,
      ...asSecrets(args, secrets),
      __secrets: secretNames(args),
      __provider: shellText(type),
    };
    const stacks = new ShortStacks();
    try {
      super(`pulumi-nodejs:dynamic/idm:${type}`, name, props, withDefaults(resourceClass, opts));
    } catch (error) {
      throw stacks.completed(error, new.target);
    } finally {
      stacks.restore();
    }
    if (idOutput !== undefined) idIfUnknown(this, idOutput);
  }
}

function asSecrets(args: object | undefined, secrets: readonly string[]): object {
  const declared = Object.entries(args ?? {}).filter(
    ([name, value]) => secrets.includes(name) && value !== undefined,
  );
  return Object.fromEntries(declared.map(([name, value]) => [name, pulumi.secret(value)]));
}
