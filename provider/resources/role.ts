// docs/service.md, "Role". Only the create is documented; read, update, delete and lookup are conventional
// operations.
import { path } from "../client/path.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import { input, output } from "../lifecycle/property.ts";
import { text } from "../lifecycle/property-types.ts";
import { adoptInput } from "./adopt-input.ts";

export const role = defineResource({
  type: "Role",
  description: "A role for role-based access control. A new role has no permissions.",
  example: {
    name: "auditor",
    id: "rol_7Hk2xQ9bT4mWc1Za",
    inputs: { name: "Auditor", description: "Reads the logs." },
  },
  properties: {
    name: input(text({ min: 1 }), "Name of the role.").updates(),
    description: input(text(), "What the role is for.")
      .optional()
      .updates({ default: "", onRemoval: "", absentIsDefault: true }),
    adopt: adoptInput("role of exactly this name"),
    roleId: output(text(), "Id that the service gave the role."),
  },
  collection: {
    path: path`/roles`,
    scope: "roles",
    idProperty: "roleId",
    wireId: "id",
    naturalKey: { property: "name", query: (name) => ({ name_filter: name }) },
    functionArguments: ["name", "roleId"],
    documented: ["create"],
  },
});
