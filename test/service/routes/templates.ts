// docs/service.md, "Verifiable-credential template".
import { z } from "zod";
import { collectionRoutes } from "../collection-routes.ts";

/** What a verification requests: document type → namespace → attribute → whether it is requested. */
export type Presentation = z.infer<typeof presentation>;

/** A template as the service keeps it; `version` is kept, but never answered. */
export interface Template {
  id: string;
  name: string;
  type: string;
  dialect: string;
  presentation: Presentation;
  well_known_trusted_issuers: string;
  custom_certificate_authority?: string;
  version?: number;
  created_at: string;
  updated_at: string;
}

const presentation = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.boolean())));
const shortString = z.string().min(1).max(255);

/** A create needs every field but `version`; an update needs none. */
const fields = z.strictObject({
  name: shortString,
  type: shortString,
  dialect: z
    .string()
    .max(255)
    .regex(/^simplified\/1.0$/),
  presentation,
  well_known_trusted_issuers: shortString.regex(/^aamva$/),
  version: z.int().optional(),
});

export const routes = collectionRoutes({
  key: "templates",
  path: "/verifiable-credentials/verification/templates",
  scope: "vdcs_templates",
  noun: "template",
  maxIdLength: 26,
  fields,
  documented: ["update"],
  create: ({ tenant }, values): Template => tenant.addTemplate(values),
  update: (_template, changes) => ({ ...changes, updated_at: new Date().toISOString() }),
  optionalFields: ["custom_certificate_authority"],
  sparseFields: ["created_at", "updated_at", "custom_certificate_authority"],
  present: ({ version: _neverAnswered, ...template }) => template,
});
