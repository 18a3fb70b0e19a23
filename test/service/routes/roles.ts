import type { z } from "zod";
import { page } from "../lists.ts";
import { type Call, type Context, idOf, type Operation, refuseBody } from "../operation.ts";
import { present } from "../present.ts";
import { notFound } from "../problem.ts";
import type { Role } from "../records.ts";
import { newRole, roleChange, roleListQuery, valid } from "../schemas.ts";

/** Section 4.3 of the interface and its conventional companions; a name may be had by several roles. */
export function roleOperations({ tenant, options }: Context): Operation[] {
  const shown = (role: Role): object => present({ description: "", ...role }, [], options);
  const wanted = (call: Call): Role => {
    const role = tenant.roles.get(idOf(call));
    if (role === undefined) throw notFound("role");
    return role;
  };
  return [
    {
      method: "POST",
      path: "/roles",
      scope: "create:roles",
      documented: true,
      act: ({ body }) => ({ status: 200, body: shown(tenant.addRole(valid(newRole, body, "body"))) }),
    },
    {
      method: "GET",
      path: "/roles",
      scope: "read:roles",
      query: roleListQuery,
      act: ({ query }) => {
        const asked = query as z.infer<typeof roleListQuery>;
        const filter = asked.name_filter?.toLowerCase() ?? "";
        const matching = [...tenant.roles.values()].filter(({ name }) => name.toLowerCase().includes(filter));
        return { status: 200, body: page("roles", matching.map(shown), asked, options) };
      },
    },
    {
      method: "GET",
      path: "/roles/:id",
      scope: "read:roles",
      act: (call) => ({ status: 200, body: shown(wanted(call)) }),
    },
    {
      method: "PATCH",
      path: "/roles/:id",
      scope: "update:roles",
      act: (call) => {
        const role = Object.assign(wanted(call), valid(roleChange, call.body, "body"));
        tenant.save();
        return { status: 200, body: shown(role) };
      },
    },
    {
      method: "DELETE",
      path: "/roles/:id",
      scope: "delete:roles",
      act: (call) => {
        refuseBody(call);
        tenant.roles.delete(wanted(call).id);
        tenant.save();
        return { status: 204 };
      },
    },
  ];
}
