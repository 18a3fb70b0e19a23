// Written by `npm run generate` from the tables in provider/resources: edit those.
import type * as pulumi from "@pulumi/pulumi";
import type { MustNotBeSet, Pending } from "../argument-types.ts";
import { IdmResource } from "../resource.ts";
import type { CustomDomainCertificate, CustomDomainVerificationState, VerificationRecord } from "./types.ts";

/** The arguments that every `CustomDomain` may have. */
export interface CustomDomainCommonArgs {
  /**
   * The domain name: dot-separated labels of 1 to 63 letters, digits and inner hyphens. Unique at the service.
   * 3 to 255 characters. Changing it replaces the resource.
   */
  domain: pulumi.Input<string>;
  /**
   * How the domain is verified. Only `"txt"`. Default: `"txt"`. The service does not return it, so changes at
   * the service are not noticed. Changing it replaces the resource.
   */
  verificationMethod?: pulumi.Input<"txt"> | undefined;
  /**
   * Your own data: at most 10 keys, each value a string of at most 255 characters or null. Keys are sent as
   * they are. Default: none. Changing it replaces the resource.
   */
  domainMetadata?: pulumi.Input<Record<string, pulumi.Input<string | null>>> | undefined;
  /**
   * Relying party id for passkeys on this domain: the domain itself or a registrable suffix of it. At most 255
   * characters. Default: the domain. Changing it replaces the resource.
   */
  relyingPartyIdentifier?: pulumi.Input<string> | undefined;
  /**
   * Adopts an existing custom domain of exactly this name instead of creating one. Used on create only.
   * Destroying the resource deletes the adopted item too. Default: `false`.
   */
  adopt?: pulumi.Input<boolean> | undefined;
}

/** The arguments of a `CustomDomain` whose `type` is `"service_managed_certs"`. */
export interface CustomDomainServiceManagedCertsArgs<Type = pulumi.Input<"service_managed_certs">>
  extends CustomDomainCommonArgs {
  /**
   * Who manages the certificates. One of `"service_managed_certs"`, `"self_managed_certs"`. Changing it
   * replaces the resource.
   */
  type: Type;
  /**
   * TLS versions allowed; `recommended` is TLS 1.2 only. Only `"recommended"`. Must not be set when `type` is
   * `"self_managed_certs"`. Default: `"recommended"`. Removing it sets it to `"recommended"`.
   */
  tlsPolicy?: pulumi.Input<"recommended"> | undefined;
  /** Must not be set when `type` is `"service_managed_certs"`. */
  customClientIpHeader?: MustNotBeSet<"must not be set when type is service_managed_certs"> | undefined;
}

/** The arguments of a `CustomDomain` whose `type` is `"self_managed_certs"`. */
export interface CustomDomainSelfManagedCertsArgs<Type = pulumi.Input<"self_managed_certs">>
  extends CustomDomainCommonArgs {
  /**
   * Who manages the certificates. One of `"service_managed_certs"`, `"self_managed_certs"`. Changing it
   * replaces the resource.
   */
  type: Type;
  /** Must not be set when `type` is `"self_managed_certs"`. */
  tlsPolicy?: MustNotBeSet<"must not be set when type is self_managed_certs"> | undefined;
  /**
   * HTTP header from which the client's IP address is taken; `""` and null mean none. One of
   * `"true-client-ip"`, `"cf-connecting-ip"`, `"x-forwarded-for"`, `"x-azure-clientip"`, `""`. Must not be set
   * when `type` is `"service_managed_certs"`. Removing it sets it to null.
   */
  customClientIpHeader?:
    | pulumi.Input<"true-client-ip" | "cf-connecting-ip" | "x-forwarded-for" | "x-azure-clientip" | "" | null>
    | undefined;
}

/** The arguments of a `CustomDomain` whose `type` the compiler does not know. */
export interface CustomDomainAnyTypeArgs extends CustomDomainCommonArgs {
  /**
   * Who manages the certificates. One of `"service_managed_certs"`, `"self_managed_certs"`. Changing it
   * replaces the resource.
   */
  type: pulumi.Input<"service_managed_certs" | "self_managed_certs">;
  /** Must not be set when `type` is `"self_managed_certs"`. */
  tlsPolicy?: MustNotBeSet<"must not be set when type is self_managed_certs"> | undefined;
  /** Must not be set when `type` is `"service_managed_certs"`. */
  customClientIpHeader?: MustNotBeSet<"must not be set when type is service_managed_certs"> | undefined;
}

/** The arguments of `CustomDomain`. */
export type CustomDomainArgs =
  | CustomDomainServiceManagedCertsArgs<"service_managed_certs">
  | CustomDomainServiceManagedCertsArgs<Pending<"service_managed_certs">>
  | CustomDomainSelfManagedCertsArgs<"self_managed_certs">
  | CustomDomainSelfManagedCertsArgs<Pending<"self_managed_certs">>
  | CustomDomainAnyTypeArgs;

/** A custom domain of the account. It accepts requests once it is verified. */
export class CustomDomain extends IdmResource {
  /**
   * The domain name: dot-separated labels of 1 to 63 letters, digits and inner hyphens. Unique at the service.
   * 3 to 255 characters.
   */
  declare readonly domain: pulumi.Output<string>;
  /** Who manages the certificates. One of `"service_managed_certs"`, `"self_managed_certs"`. */
  declare readonly type: pulumi.Output<"service_managed_certs" | "self_managed_certs">;
  /** How the domain is verified. Only `"txt"`. */
  declare readonly verificationMethod: pulumi.Output<"txt" | undefined>;
  /** TLS versions allowed; `recommended` is TLS 1.2 only. Only `"recommended"`. */
  declare readonly tlsPolicy: pulumi.Output<"recommended" | undefined>;
  /**
   * HTTP header from which the client's IP address is taken; `""` and null mean none. One of
   * `"true-client-ip"`, `"cf-connecting-ip"`, `"x-forwarded-for"`, `"x-azure-clientip"`, `""`.
   */
  declare readonly customClientIpHeader: pulumi.Output<
    "true-client-ip" | "cf-connecting-ip" | "x-forwarded-for" | "x-azure-clientip" | "" | null | undefined
  >;
  /**
   * Your own data: at most 10 keys, each value a string of at most 255 characters or null. Keys are sent as
   * they are.
   */
  declare readonly domainMetadata: pulumi.Output<Record<string, string | null> | undefined>;
  /**
   * Relying party id for passkeys on this domain: the domain itself or a registrable suffix of it. At most 255
   * characters.
   */
  declare readonly relyingPartyIdentifier: pulumi.Output<string | undefined>;
  /** Id that the service gave the domain. */
  declare readonly customDomainId: pulumi.Output<string>;
  /** Whether this is a primary domain. */
  declare readonly primary: pulumi.Output<boolean | undefined>;
  /** Whether this is the default custom domain. */
  declare readonly isDefault: pulumi.Output<boolean | undefined>;
  /**
   * State of the domain. `"pending_verification"`, `"ready"`, `"failed"`, or a value that is newer than this
   * provider.
   */
  declare readonly status: pulumi.Output<string | undefined>;
  /** How the domain is verified, as the service returns it. */
  declare readonly verification: pulumi.Output<CustomDomainVerificationState | undefined>;
  /**
   * The certificate. Only a domain with service-managed certificates has one, after the service has provisioned
   * it.
   */
  declare readonly certificate: pulumi.Output<CustomDomainCertificate | undefined>;
  /** The DNS records that prove the domain, in the form that DNS resources take. */
  declare readonly verificationRecords: pulumi.Output<VerificationRecord[]>;
  /** The first of `verificationRecords`. */
  declare readonly verificationRecord: pulumi.Output<VerificationRecord>;

  /** `name` is the name of the resource in the program. */
  constructor(name: string, args: CustomDomainArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      {
        type: "CustomDomain",
        outputs: [
          "domain",
          "type",
          "verificationMethod",
          "tlsPolicy",
          "customClientIpHeader",
          "domainMetadata",
          "relyingPartyIdentifier",
          "customDomainId",
          "primary",
          "isDefault",
          "status",
          "verification",
          "certificate",
          "verificationRecords",
          "verificationRecord",
        ],
        secrets: [],
        idOutput: "customDomainId",
        isUnique: true,
        insteadOfImport:
          "To manage an existing custom domain, adopt it with adopt: true. To read one without managing it, use CustomDomain.get.",
      },
      name,
      args,
      opts,
    );
  }

  /** Reads the custom domain with this id without managing it. Fails when it does not exist. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): CustomDomain {
    return new CustomDomain(name, {} as CustomDomainArgs, { ...opts, id });
  }
}
