// Written by `npm run generate` from the tables in provider/resources: edit those.
import type * as pulumi from "@pulumi/pulumi";
import { IdmResource } from "../resource.ts";
import type { CustomDomainCertificate } from "./types.ts";

/** The arguments of `CustomDomainVerification`. */
export interface CustomDomainVerificationArgs {
  /**
   * Id of the custom domain: the `customDomainId` of a `CustomDomain`. 1 to 255 characters. Changing it
   * replaces the resource.
   */
  customDomainId: pulumi.Input<string>;
  /** Names of the DNS records. They only make this resource wait until the records are created. */
  recordFqdns?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Seconds to wait until the domain is ready. Above 0, at most 86400. Default: `600`. */
  timeoutSeconds?: pulumi.Input<number> | undefined;
  /**
   * Seconds between two reads of the domain, at most `timeoutSeconds`. The service is asked to verify at most
   * once in 15 seconds. Above 0, at most 86400. Default: `5`.
   */
  pollIntervalSeconds?: pulumi.Input<number> | undefined;
}

/**
 * Asks the service to verify a custom domain, and waits until it is `ready`. Creates nothing at the service,
 * so destroy does nothing. When a refresh finds that the domain is no longer ready, the next `up` waits
 * again.
 */
export class CustomDomainVerification extends IdmResource {
  /** Id of the custom domain: the `customDomainId` of a `CustomDomain`. 1 to 255 characters. */
  declare readonly customDomainId: pulumi.Output<string>;
  /** The domain name. */
  declare readonly domain: pulumi.Output<string | undefined>;
  /**
   * State of the domain. After an `up`, `ready`. After a refresh, the state that the service returned.
   * `"pending_verification"`, `"ready"`, `"failed"`, or a value that is newer than this provider.
   */
  declare readonly status: pulumi.Output<string>;
  /** When the domain was last verified: date and time. */
  declare readonly lastVerifiedAt: pulumi.Output<string | undefined>;
  /**
   * The certificate. Only a domain with service-managed certificates has one, after the service has provisioned
   * it.
   */
  declare readonly certificate: pulumi.Output<CustomDomainCertificate | undefined>;

  /** `name` is the name of the resource in the program. */
  constructor(name: string, args: CustomDomainVerificationArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      {
        type: "CustomDomainVerification",
        outputs: ["customDomainId", "domain", "status", "lastVerifiedAt", "certificate"],
        secrets: [],
        insteadOfImport: "It creates nothing at the service that could be imported: declare it.",
      },
      name,
      args,
      opts,
    );
  }

  /** Reads the custom domain with this id without managing it. Fails when it does not exist. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): CustomDomainVerification {
    return new CustomDomainVerification(name, {} as CustomDomainVerificationArgs, { ...opts, id });
  }
}
