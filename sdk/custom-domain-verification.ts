import type * as pulumi from "@pulumi/pulumi";
import { resourceOf } from "./resource.ts";
import {
  type CustomDomainVerificationArgs,
  type CustomDomainVerificationOutputs,
  customDomainVerificationOutputs,
} from "./types.ts";

/**
 * Waits until a custom domain is `ready`, asking the service to verify it (interface section 3). Creates nothing: destroy does nothing.
 * A domain that a refresh finds no longer ready is waited for again by the next `up`.
 */
export class CustomDomainVerification extends resourceOf<CustomDomainVerificationOutputs>(
  "CustomDomainVerification",
) {
  constructor(name: string, args: CustomDomainVerificationArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, customDomainVerificationOutputs, opts);
  }

  /** Reads the state of the custom domain with this id into the program, without waiting for it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): CustomDomainVerification {
    return new CustomDomainVerification(name, {} as CustomDomainVerificationArgs, { ...opts, id });
  }
}
