import type * as pulumi from "@pulumi/pulumi";
import { resourceOf } from "./resource.ts";
import { type CustomDomainArgs, type CustomDomainOutputs, customDomainOutputs } from "./types.ts";

/** A custom domain of the account, which accepts requests once it is verified (interface section 2.1). Only `tlsPolicy` and `customClientIpHeader` change in place. */
export class CustomDomain extends resourceOf<CustomDomainOutputs>("CustomDomain") {
  constructor(name: string, args: CustomDomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, customDomainOutputs, opts);
  }

  /** Reads the custom domain with this id into the program, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CustomDomain {
    return new CustomDomain(name, {} as CustomDomainArgs, { ...opts, id });
  }
}
