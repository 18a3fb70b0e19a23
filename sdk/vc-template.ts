import type * as pulumi from "@pulumi/pulumi";
import { resourceOf } from "./resource.ts";
import { type VcTemplateArgs, type VcTemplateOutputs, vcTemplateOutputs } from "./types.ts";

/** A verifiable-credential verification template (interface section 2.5): with `templateId` one that exists, which destroy leaves at the service; without, a new one. */
export class VcTemplate extends resourceOf<VcTemplateOutputs>("VcTemplate") {
  constructor(name: string, args: VcTemplateArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, vcTemplateOutputs, opts);
  }

  /** Reads the template with this id into the program, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VcTemplate {
    return new VcTemplate(name, {} as VcTemplateArgs, { ...opts, id });
  }
}
