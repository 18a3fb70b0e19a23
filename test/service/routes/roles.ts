// docs/service.md, "Role". Several roles may have the same name.
import { z } from "zod";
import { collectionRoutes } from "../collection-routes.ts";

/** A role as the service keeps it; a missing `description` is answered as `""`. */
export interface Role {
  id: string;
  name: string;
  description?: string;
}

export const routes = collectionRoutes({
  key: "roles",
  path: "/roles",
  scope: "roles",
  noun: "role",
  fields: z.strictObject({ name: z.string(), description: z.string().optional() }),
  documented: ["create"],
  createStatus: 200,
  filters: {
    name_filter: (role, value) => role.name.toLowerCase().includes(value.toLowerCase()),
  },
  create: ({ tenant }, fields): Role => tenant.addRole(fields),
  sparseFields: ["description"],
  present: (role) => ({ description: "", ...role }),
});
