import * as pulumi from "@pulumi/pulumi";
import { shellText } from "./shell.ts";

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
      super(
        `pulumi-nodejs:dynamic/idm:${type}`,
        name,
        { ...outputs, ...args, __provider: shellText(type) },
        opts,
      );
    }
  }
  return IdmResource as unknown as Constructor<Outputs>;
}
