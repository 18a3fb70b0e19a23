import type { z } from "zod";
import { page } from "../lists.ts";
import { type Call, type Context, idOf, type Operation, refuseBody } from "../operation.ts";
import { present } from "../present.ts";
import { notFound } from "../problem.ts";
import type { Template } from "../records.ts";
import { listQuery, newTemplate, templateChange, templatePath, valid } from "../schemas.ts";

const COLLECTION = "/verifiable-credentials/verification/templates";

/** Section 4.2 of the interface and its conventional companions. */
export function templateOperations({ tenant, options }: Context): Operation[] {
  const shown = ({ version: _kept, ...template }: Template): object =>
    present(template, ["custom_certificate_authority"], options);
  const wanted = (call: Call): Template => {
    valid(templatePath, call.params, "path");
    const template = tenant.templates.get(idOf(call));
    if (template === undefined) throw notFound("template");
    return template;
  };
  return [
    {
      method: "PATCH",
      path: `${COLLECTION}/:id`,
      scope: "update:vdcs_templates",
      documented: true,
      act: (call) => {
        const change = valid(templateChange, call.body, "body");
        const template = Object.assign(wanted(call), change, { updated_at: new Date().toISOString() });
        tenant.save();
        return { status: 200, body: shown(template) };
      },
    },
    {
      method: "POST",
      path: COLLECTION,
      scope: "create:vdcs_templates",
      act: ({ body }) => ({ status: 201, body: shown(tenant.addTemplate(valid(newTemplate, body, "body"))) }),
    },
    {
      method: "GET",
      path: COLLECTION,
      scope: "read:vdcs_templates",
      query: listQuery,
      act: ({ query }) => {
        const all = [...tenant.templates.values()].map(shown);
        return { status: 200, body: page("templates", all, query as z.infer<typeof listQuery>, options) };
      },
    },
    {
      method: "GET",
      path: `${COLLECTION}/:id`,
      scope: "read:vdcs_templates",
      act: (call) => ({ status: 200, body: shown(wanted(call)) }),
    },
    {
      method: "DELETE",
      path: `${COLLECTION}/:id`,
      scope: "delete:vdcs_templates",
      act: (call) => {
        refuseBody(call);
        tenant.templates.delete(wanted(call).id);
        tenant.save();
        return { status: 204 };
      },
    },
  ];
}
