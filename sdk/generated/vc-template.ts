// Written by `npm run generate` from the tables in provider/resources: edit those.
import type * as pulumi from "@pulumi/pulumi";
import { IdmResource } from "../resource.ts";

/** The arguments that every `VcTemplate` may have. */
export interface VcTemplateCommonArgs {
  /** Version number. The service does not return it, so changes at the service are not noticed. */
  version?: pulumi.Input<number> | undefined;
}

/** The arguments of a `VcTemplate` whose `templateId` is set. */
export interface VcTemplateWithTemplateIdArgs extends VcTemplateCommonArgs {
  /**
   * Id of an existing template. The template is adopted: declared inputs are updated, and destroy does not
   * delete it. Without `templateId`, a template is created. 1 to 26 characters. Changing it replaces the
   * resource.
   */
  templateId: pulumi.Input<string>;
  /** Template name. 1 to 255 characters. Required when `templateId` is not set. */
  name?: pulumi.Input<string> | undefined;
  /** Template type. 1 to 255 characters. Required when `templateId` is not set. */
  type?: pulumi.Input<string> | undefined;
  /** Dialect of `presentation`. Only `"simplified/1.0"`. Required when `templateId` is not set. */
  dialect?: pulumi.Input<"simplified/1.0"> | undefined;
  /**
   * What is requested: document type → namespace → attribute → true. Keys are sent as they are. An attribute
   * that this provider does not know is sent with a warning. Required when `templateId` is not set.
   */
  presentation?:
    | pulumi.Input<
        Record<
          string,
          pulumi.Input<
            Record<
              string,
              pulumi.Input<{
                family_name?: pulumi.Input<boolean> | undefined;
                given_name?: pulumi.Input<boolean> | undefined;
                birth_date?: pulumi.Input<boolean> | undefined;
                issue_date?: pulumi.Input<boolean> | undefined;
                expiry_date?: pulumi.Input<boolean> | undefined;
                issuing_country?: pulumi.Input<boolean> | undefined;
                issuing_authority?: pulumi.Input<boolean> | undefined;
                portrait?: pulumi.Input<boolean> | undefined;
                driving_privileges?: pulumi.Input<boolean> | undefined;
                resident_address?: pulumi.Input<boolean> | undefined;
                portrait_capture_date?: pulumi.Input<boolean> | undefined;
                age_in_years?: pulumi.Input<boolean> | undefined;
                age_birth_year?: pulumi.Input<boolean> | undefined;
                issuing_jurisdiction?: pulumi.Input<boolean> | undefined;
                nationality?: pulumi.Input<boolean> | undefined;
                resident_city?: pulumi.Input<boolean> | undefined;
                resident_state?: pulumi.Input<boolean> | undefined;
                resident_postal_code?: pulumi.Input<boolean> | undefined;
                resident_country?: pulumi.Input<boolean> | undefined;
                family_name_national_character?: pulumi.Input<boolean> | undefined;
                given_name_national_character?: pulumi.Input<boolean> | undefined;
                [other: string]: pulumi.Input<boolean> | undefined;
              }>
            >
          >
        >
      >
    | undefined;
  /** Trusted issuers. Only `"aamva"`. Required when `templateId` is not set. */
  wellKnownTrustedIssuers?: pulumi.Input<"aamva"> | undefined;
}

/** The arguments of a `VcTemplate` whose `templateId` is not set. */
export interface VcTemplateWithoutTemplateIdArgs extends VcTemplateCommonArgs {
  /**
   * Id of an existing template. The template is adopted: declared inputs are updated, and destroy does not
   * delete it. Without `templateId`, a template is created. 1 to 26 characters. Changing it replaces the
   * resource.
   */
  templateId?: pulumi.Input<string> | undefined;
  /** Template name. 1 to 255 characters. Required when `templateId` is not set. */
  name: pulumi.Input<string>;
  /** Template type. 1 to 255 characters. Required when `templateId` is not set. */
  type: pulumi.Input<string>;
  /** Dialect of `presentation`. Only `"simplified/1.0"`. Required when `templateId` is not set. */
  dialect: pulumi.Input<"simplified/1.0">;
  /**
   * What is requested: document type → namespace → attribute → true. Keys are sent as they are. An attribute
   * that this provider does not know is sent with a warning. Required when `templateId` is not set.
   */
  presentation: pulumi.Input<
    Record<
      string,
      pulumi.Input<
        Record<
          string,
          pulumi.Input<{
            family_name?: pulumi.Input<boolean> | undefined;
            given_name?: pulumi.Input<boolean> | undefined;
            birth_date?: pulumi.Input<boolean> | undefined;
            issue_date?: pulumi.Input<boolean> | undefined;
            expiry_date?: pulumi.Input<boolean> | undefined;
            issuing_country?: pulumi.Input<boolean> | undefined;
            issuing_authority?: pulumi.Input<boolean> | undefined;
            portrait?: pulumi.Input<boolean> | undefined;
            driving_privileges?: pulumi.Input<boolean> | undefined;
            resident_address?: pulumi.Input<boolean> | undefined;
            portrait_capture_date?: pulumi.Input<boolean> | undefined;
            age_in_years?: pulumi.Input<boolean> | undefined;
            age_birth_year?: pulumi.Input<boolean> | undefined;
            issuing_jurisdiction?: pulumi.Input<boolean> | undefined;
            nationality?: pulumi.Input<boolean> | undefined;
            resident_city?: pulumi.Input<boolean> | undefined;
            resident_state?: pulumi.Input<boolean> | undefined;
            resident_postal_code?: pulumi.Input<boolean> | undefined;
            resident_country?: pulumi.Input<boolean> | undefined;
            family_name_national_character?: pulumi.Input<boolean> | undefined;
            given_name_national_character?: pulumi.Input<boolean> | undefined;
            [other: string]: pulumi.Input<boolean> | undefined;
          }>
        >
      >
    >
  >;
  /** Trusted issuers. Only `"aamva"`. Required when `templateId` is not set. */
  wellKnownTrustedIssuers: pulumi.Input<"aamva">;
}

/** The arguments of `VcTemplate`. */
export type VcTemplateArgs = VcTemplateWithTemplateIdArgs | VcTemplateWithoutTemplateIdArgs;

/**
 * A template for the verification of verifiable credentials. With `templateId` it is an existing template,
 * which destroy does not delete. Without `templateId` it is a new one.
 */
export class VcTemplate extends IdmResource {
  /** Id of the template. 1 to 26 characters. */
  declare readonly templateId: pulumi.Output<string>;
  /** Template name. 1 to 255 characters. */
  declare readonly name: pulumi.Output<string | undefined>;
  /** Template type. 1 to 255 characters. */
  declare readonly type: pulumi.Output<string | undefined>;
  /** Dialect of `presentation`. Only `"simplified/1.0"`. */
  declare readonly dialect: pulumi.Output<"simplified/1.0" | undefined>;
  /**
   * What is requested: document type → namespace → attribute → true. Keys are sent as they are. An attribute
   * that this provider does not know is sent with a warning.
   */
  declare readonly presentation: pulumi.Output<
    | Record<
        string,
        Record<
          string,
          {
            family_name?: boolean | undefined;
            given_name?: boolean | undefined;
            birth_date?: boolean | undefined;
            issue_date?: boolean | undefined;
            expiry_date?: boolean | undefined;
            issuing_country?: boolean | undefined;
            issuing_authority?: boolean | undefined;
            portrait?: boolean | undefined;
            driving_privileges?: boolean | undefined;
            resident_address?: boolean | undefined;
            portrait_capture_date?: boolean | undefined;
            age_in_years?: boolean | undefined;
            age_birth_year?: boolean | undefined;
            issuing_jurisdiction?: boolean | undefined;
            nationality?: boolean | undefined;
            resident_city?: boolean | undefined;
            resident_state?: boolean | undefined;
            resident_postal_code?: boolean | undefined;
            resident_country?: boolean | undefined;
            family_name_national_character?: boolean | undefined;
            given_name_national_character?: boolean | undefined;
            [other: string]: boolean | undefined;
          }
        >
      >
    | undefined
  >;
  /** Trusted issuers. Only `"aamva"`. */
  declare readonly wellKnownTrustedIssuers: pulumi.Output<"aamva" | undefined>;
  /** Version number. */
  declare readonly version: pulumi.Output<number | undefined>;
  /** Certificate authority of your own, 1 to 4096 characters. */
  declare readonly customCertificateAuthority: pulumi.Output<string | undefined>;
  /** When it was created: ISO 8601 date and time. */
  declare readonly createdAt: pulumi.Output<string | undefined>;
  /** When it was last changed: ISO 8601 date and time. */
  declare readonly updatedAt: pulumi.Output<string | undefined>;

  /** `name` is the name of the resource in the program. */
  constructor(name: string, args: VcTemplateArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      {
        type: "VcTemplate",
        outputs: [
          "templateId",
          "name",
          "type",
          "dialect",
          "presentation",
          "wellKnownTrustedIssuers",
          "version",
          "customCertificateAuthority",
          "createdAt",
          "updatedAt",
        ],
        secrets: [],
        idOutput: "templateId",
        insteadOfImport:
          "To manage an existing template, adopt it by its templateId. To read one without managing it, use VcTemplate.get.",
      },
      name,
      args,
      opts,
    );
  }

  /** Reads the template with this id without managing it. Fails when it does not exist. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VcTemplate {
    return new VcTemplate(name, {} as VcTemplateArgs, { ...opts, id });
  }
}
