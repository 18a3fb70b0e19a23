import * as pulumi from "@pulumi/pulumi";
import { resourceName } from "./resource-name.ts";
import { idIfUnknown, type OptionFacts, refuseImport, withDefaults } from "./resource-options.ts";
import { runFacts } from "./run-facts.ts";
import { secretNames } from "./secret-names.ts";
import { shellText } from "./shell.ts";
import { ShortStacks } from "./short-stacks.ts";

/** What a generated class passes to this base class. */
export interface ResourceClass extends OptionFacts {
  /** Name of the type: `Role`. */
  readonly type: string;
  /** The names of all outputs. Each exists as an Output before the engine returns its value. */
  readonly outputs: readonly string[];
  /** The output that is the id of the item. */
  readonly idOutput?: string;
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
    refuseImport(`${type} ${JSON.stringify(name)}`, resourceClass, opts);
    const props = {
      ...Object.fromEntries(outputs.map((output) => [output, undefined])),
      ...args,
      ...asSecrets(args, secrets),
      __secrets: secretNames(args),
      // A `get` creates nothing, so that nobody has to know who it is.
      ...(opts?.id === undefined && { __resource: resourceName(type, name, opts?.parent) }),
      // For the provider's check, which removes it again. `get` is not checked, and would keep it in the state.
      __run: opts?.id === undefined ? runFacts() : undefined,
      __provider: shellText(type),
    };
    const stacks = new ShortStacks();
    try {
      super(`pulumi-nodejs:dynamic/idm:${type}`, name, props, withDefaults(resourceClass, opts));
      if (idOutput !== undefined) idIfUnknown(this, idOutput);
    } catch (error) {
      throw stacks.completed(error, new.target);
    } finally {
      stacks.restore();
    }
  }
}

function asSecrets(args: object | undefined, secrets: readonly string[]): object {
  const declared = Object.entries(args ?? {}).filter(
    ([name, value]) => secrets.includes(name) && value !== undefined,
  );
  return Object.fromEntries(declared.map(([name, value]) => [name, pulumi.secret(value)]));
}
