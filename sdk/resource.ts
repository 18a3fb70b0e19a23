import * as pulumi from "@pulumi/pulumi";
import { shellText } from "./shell.ts";
import { ShortStacks } from "./short-stacks.ts";

type Constructor<Outputs> = new (
  name: string,
  args: object | undefined,
  outputNames: readonly string[],
  opts: pulumi.CustomResourceOptions | undefined,
) => pulumi.CustomResource & Outputs;

/** The base class of a resource type: a custom resource whose provider is the thin shell, with `Outputs` as its properties. */
export function resourceOf<Outputs>(type: string): Constructor<Outputs> {
  class IdmResource extends pulumi.CustomResource {
    constructor(
      name: string,
      args: object | undefined,
      outputNames: readonly string[],
      opts?: pulumi.CustomResourceOptions,
    ) {
      const outputs = Object.fromEntries(outputNames.map((output) => [output, undefined]));
      const props = { ...outputs, ...args, __provider: shellText(type) };
      const stacks = new ShortStacks();
      try {
        super(`pulumi-nodejs:dynamic/idm:${type}`, name, props, opts);
      } catch (error) {
        throw stacks.completed(error, new.target);
      } finally {
        stacks.restore();
      }
    }
  }
  return IdmResource as unknown as Constructor<Outputs>;
}
