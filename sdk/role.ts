import type * as pulumi from "@pulumi/pulumi";
import { resourceOf } from "./resource.ts";
import { type RoleArgs, type RoleOutputs, roleOutputs } from "./types.ts";

/** A role for role-based access control (interface section 2.7). A new role has no permissions. */
export class Role extends resourceOf<RoleOutputs>("Role") {
  constructor(name: string, args: RoleArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, roleOutputs, opts);
  }

  /** Reads the role with this id into the program, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Role {
    return new Role(name, {} as RoleArgs, { ...opts, id });
  }
}
