// docs/service.md, "Verifiable-credential template". Only the update is documented; create, read, delete and lookup
// are conventional operations.
import * as z from "zod";
import { path } from "../client/path.ts";
import { sameWithout } from "../lifecycle/compare.ts";
import type { Context, RemoteItem } from "../lifecycle/context.ts";
import { createItem } from "../lifecycle/create.ts";
import { keyOf } from "../lifecycle/creation.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import type { Props } from "../lifecycle/handlers.ts";
import { deleteItem, updateItem } from "../lifecycle/item-requests.ts";
import { input, output } from "../lifecycle/property.ts";
import { pathId, text, writeOnly } from "../lifecycle/property-types.ts";
import type { CollectionResource } from "../lifecycle/resource.ts";
import { rememberedKeys } from "../lifecycle/state.ts";
import { presentationType, unknownAttributes } from "./presentation.ts";

export const vcTemplate: CollectionResource = defineResource({
  type: "VcTemplate",
  noun: "template",
  description:
    "A template for the verification of verifiable credentials. With `templateId` it is an existing template, which destroy does not delete. Without `templateId` it is a new one.",
  example: {
    name: "driving-licence",
    id: "vct_3Nf8sKq5WjR7dYx2",
    inputs: {
      name: "Driving licence",
      type: "mdl",
      dialect: "simplified/1.0",
      presentation: {
        "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true, birth_date: true } },
      },
      wellKnownTrustedIssuers: "aamva",
    },
  },
  properties: {
    templateId: input(
      pathId({ min: 1, max: 26 }),
      "Id of an existing template. The template is adopted: declared inputs are updated, and destroy does not delete it. Without `templateId`, a template is created.",
    )
      .optional()
      .replaces()
      .alsoOutput("Id of the template."),
    name: input(text({ min: 1, max: 255 }), "Template name.")
      .optional()
      .updates(),
    type: input(text({ min: 1, max: 255 }), "Template type.")
      .optional()
      .updates(),
    dialect: input(z.enum(["simplified/1.0"]), "Dialect of `presentation`.")
      .optional()
      .updates(),
    presentation: input(
      presentationType,
      "What is requested: document type → namespace → attribute → true. Keys are sent as they are. An attribute that this provider does not know is sent with a warning.",
    )
      .optional()
      .updates({ same: sameWithout(false) }),
    wellKnownTrustedIssuers: input(z.enum(["aamva"]), "Trusted issuers.")
      .optional()
      .updates(),
    version: input(writeOnly(z.int("must be a whole number")), "Version number.")
      .optional()
      .updates(),
    customCertificateAuthority: output(
      text(),
      "Certificate authority of your own, 1 to 4096 characters.",
    ).optional(),
    createdAt: output(text(), "When it was created: ISO 8601 date and time.").optional().stable(),
    updatedAt: output(text(), "When it was last changed: ISO 8601 date and time.").optional(),
  },
  collection: {
    path: path`/verifiable-credentials/verification/templates`,
    scope: "vdcs_templates",
    idProperty: "templateId",
    wireId: "id",
    naturalKey: { property: "name" },
    adoptHint: "adopt it by its templateId",
    functionArguments: ["templateId"],
    documented: ["update"],
    purposes: {
      create: "create without `templateId`",
      update: "adopt by `templateId`",
      delete: "delete, except for a template that was adopted by `templateId`",
    },
  },
  subject: ["templateId", "name"],
  variants: [
    {
      when: { property: "templateId", isSet: false },
      requires: ["name", "type", "dialect", "presentation", "wellKnownTrustedIssuers"],
      remedy: "a new template needs it; to change an existing template, set its templateId",
    },
  ],
  warnings: unknownAttributes,
  verbs: {
    create: (context, inputs) =>
      inputs.templateId === undefined
        ? createItem(context, vcTemplate, inputs)
        : adoptTemplate(context, inputs.templateId, inputs),
    delete: async (context, id, state) => {
      if (!wasAdopted(state)) await deleteItem(context, vcTemplate, id);
    },
  },
});

/** Sends the declared inputs in a PATCH. Unlike a template that was created, destroy does not delete this one. */
async function adoptTemplate(context: Context, templateId: string, inputs: Props): Promise<RemoteItem> {
  // Before the request: another resource of the stack must not lose its values.
  context.ownership.take(keyOf(vcTemplate, { id: templateId }), context.who);
  const { templateId: _, ...patch } = inputs;
  const ifGone = "No template has this id: correct templateId, or leave it out to create a new template.";
  return updateItem(context, vcTemplate, templateId, patch, ifGone);
}

function wasAdopted(state: Props): boolean {
  return rememberedKeys(vcTemplate.inputs, state).has("templateId");
}
