// Verifiable-credential templates: interface sections 2.5, 2.6 and 4.2. The update is documented; create, read and delete are conventional.
import { z } from "zod";
import { flag, mapOf, text } from "../client/json.ts";
import { path } from "../client/path.ts";
import { type Collection, deleteItem, readItem, updateItem } from "../lifecycle/collection.ts";
import { type Fields, isDeclared, sameValue, sameWithout } from "../lifecycle/compare.ts";
import { createItem } from "../lifecycle/create.ts";
import { type Context, defineResource, type RemoteItem } from "../lifecycle/define-resource.ts";
import type { Failure, Props } from "../lifecycle/handlers.ts";
import { oneOf, pathId, textOf } from "../lifecycle/property-types.ts";
import { rememberedKeys } from "../lifecycle/state.ts";
import { presentation, unknownAttributes } from "./presentation.ts";

const inputs = () => {
  const shortText = textOf({ min: 1, max: 255 });
  return z.object({
    templateId: pathId({ min: 1, max: 26 }).optional().meta({
      description:
        "Id of a template that exists, 1 to 26 characters: it is taken over, changed where declared, and left at the service by destroy. Without it a template is made, which needs all of `name`, `type`, `dialect`, `presentation` and `wellKnownTrustedIssuers`.",
    }),
    name: shortText.optional().meta({ description: "Template name: 1 to 255 characters." }),
    type: shortText.optional().meta({ description: "Template type: 1 to 255 characters." }),
    dialect: oneOf("simplified/1.0")
      .optional()
      .meta({ description: "Dialect of `presentation`: `simplified/1.0`." }),
    presentation: presentation().optional().meta({
      description:
        "What is requested: document type → namespace → attribute → true. Keys are kept as they are; an attribute that the interface does not name passes with a warning.",
    }),
    wellKnownTrustedIssuers: oneOf("aamva").optional().meta({ description: "Trusted issuers: `aamva`." }),
    version: z.int("must be a whole number").optional().meta({
      description: "Version number. The service does not answer it, so that its drift is not noticed.",
    }),
  });
};

type Inputs = z.infer<ReturnType<typeof inputs>>;

const outputs = () =>
  z.object({
    templateId: z.string().meta({ description: "Id of the template." }),
    customCertificateAuthority: z
      .string()
      .optional()
      .meta({ description: "Certificate authority of your own, 1 to 4096 characters." }),
    createdAt: z.string().optional().meta({ description: "ISO 8601 date and time." }),
    updatedAt: z.string().optional().meta({ description: "ISO 8601 date and time." }),
  });

const readPresentation = mapOf(mapOf(mapOf(flag)));

const fields = {
  templateId: { onChange: "replace" },
  name: { onChange: "update" },
  type: { onChange: "update" },
  dialect: { onChange: "update" },
  presentation: { onChange: "update", same: sameWithout(false) },
  wellKnownTrustedIssuers: { onChange: "update" },
  version: { onChange: "update" },
} satisfies Fields;

const templates: Collection = {
  path: path`/verifiable-credentials/verification/templates`,
  noun: "template",
  idKey: "id",
  scope: "vdcs_templates",
  fields,
  adoptHint: "take it over by its templateId",
  toWire: (props) => ({
    name: props.name,
    type: props.type,
    dialect: props.dialect,
    presentation: props.presentation,
    well_known_trusted_issuers: props.wellKnownTrustedIssuers,
    version: props.version,
  }),
  fromWire: (answer, id) => ({
    templateId: id,
    name: text(answer.name),
    type: text(answer.type),
    dialect: text(answer.dialect),
    presentation: readPresentation(answer.presentation),
    wellKnownTrustedIssuers: text(answer.well_known_trusted_issuers),
    customCertificateAuthority: text(answer.custom_certificate_authority),
    createdAt: text(answer.created_at),
    updatedAt: text(answer.updated_at),
  }),
  naturalKey: { describe: ({ name }) => `the name ${JSON.stringify(name)}`, matches: isSameNewTemplate },
};

export const vcTemplate = defineResource({
  type: "VcTemplate",
  inputs,
  outputs,
  fields,
  rules: [completeRule],
  warnings: unknownAttributes,
  subject: ({ templateId, name, id }) => `VcTemplate ${JSON.stringify(templateId ?? name ?? id)}`,
  verbs: {
    create: (context, inputs) =>
      inputs.templateId === undefined
        ? createItem(context, templates, inputs)
        : adoptTemplate(context, inputs.templateId, inputs),
    read: (context, id) => readItem(context, templates, id),
    update: (context, id, patch) => updateItem(context, templates, id, patch),
    delete: async (context, id, state) => {
      if (!wasAdopted(state)) await deleteItem(context, templates, id);
    },
  },
});

/** Clocks differ; a template older than this before its create began is somebody else's. */
const clockSkewMs = 60_000;

/** Nothing identifies a template but its id: the one that a lost create made has all that was declared, and is not older. */
function isSameNewTemplate({ props }: RemoteItem, inputs: Props, sinceMs: number): boolean {
  const createdMs = Date.parse(String(props.createdAt));
  if (createdMs < sinceMs - clockSkewMs) return false;
  return Object.entries(fields).every(
    ([key, field]) =>
      !isDeclared(inputs, key) || props[key] === undefined || sameValue(field, props[key], inputs[key]),
  );
}

/** The documented PATCH, with just what is declared; the template stays the service's. */
function adoptTemplate(context: Context, templateId: string, inputs: Inputs): Promise<RemoteItem> {
  const { templateId: _, ...patch } = inputs;
  const ifGone = "No template has this id: correct templateId, or leave it out to make a new template.";
  return updateItem(context, templates, templateId, patch, ifGone);
}

function wasAdopted(state: Props): boolean {
  return rememberedKeys(fields, state).has("templateId");
}

/** A template that is made needs all five fields; one that is taken over, none. */
function completeRule(inputs: Partial<Inputs>): Failure[] {
  if (Object.hasOwn(inputs, "templateId")) return [];
  const needed = ["name", "type", "dialect", "presentation", "wellKnownTrustedIssuers"];
  const missing = needed.filter((key) => !Object.hasOwn(inputs, key));
  return missing.map((property) => ({
    property,
    reason: "is required for a new template; to change one that exists, give its templateId",
  }));
}
