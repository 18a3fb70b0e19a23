// Written by `npm run generate` from the tables in provider/resources: edit those.
import type * as pulumi from "@pulumi/pulumi";
import { IdmResource } from "../resource.ts";

/** The arguments of `Role`. */
export interface RoleArgs {
  /** Name of the role. Not empty. */
  name: pulumi.Input<string>;
  /** What the role is for. Default: `""`. Removing it sets it to `""`. */
  description?: pulumi.Input<string> | undefined;
  /**
   * Adopts an existing role of exactly this name instead of creating one. Used on create only. Destroying the
   * resource deletes the adopted item too. Default: `false`.
   */
  adopt?: pulumi.Input<boolean> | undefined;
}

/** A role for role-based access control. A new role has no permissions. */
export class Role extends IdmResource {
  /** Name of the role. Not empty. */
  declare readonly name: pulumi.Output<string>;
  /** What the role is for. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Id that the service gave the role. */
  declare readonly roleId: pulumi.Output<string>;

  /** `name` is the name of the resource in the program. */
  constructor(name: string, args: RoleArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      {
        type: "Role",
        outputs: ["name", "description", "roleId"],
        secrets: [],
        idOutput: "roleId",
        insteadOfImport:
          "To manage an existing role, adopt it with adopt: true. To read one without managing it, use Role.get.",
      },
      name,
      args,
      opts,
    );
  }

  /** Reads the role with this id without managing it. Fails when it does not exist. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Role {
    return new Role(name, {} as RoleArgs, { ...opts, id });
  }
}
