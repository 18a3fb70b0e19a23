// Roles: interface sections 2.7 and 4.3. Update, read, delete and look-up are conventional operations.
import { z } from "zod";
import { text } from "../client/json.ts";
import { path } from "../client/path.ts";
import { type Collection, deleteItem, readItem, updateItem } from "../lifecycle/collection.ts";
import type { Fields } from "../lifecycle/compare.ts";
import { createItem } from "../lifecycle/create.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import { adopt } from "../lifecycle/property-types.ts";

const inputs = () =>
  z.object({
    name: z.string("must be text").min(1, "must not be empty").meta({ description: "Name of the role." }),
    description: z
      .string("must be text")
      .optional()
      .meta({ description: 'What the role is for. Default: the empty text. Removing it sets it to `""`.' }),
    adopt: adopt("role that has this very name"),
  });

const outputs = () =>
  z.object({
    roleId: z.string().meta({ description: "Id that the service gave the role." }),
  });

const fields = {
  name: { onChange: "update" },
  description: { onChange: "update", default: "", reset: "" },
  adopt: { onChange: "ignore" },
} satisfies Fields;

const roles: Collection = {
  path: path`/roles`,
  noun: "role",
  idKey: "id",
  scope: "roles",
  fields,
  adoptHint: "take it over with adopt: true",
  toWire: ({ name, description }) => ({ name, description }),
  fromWire: ({ name, description }, id) => ({ roleId: id, name: text(name), description: text(description) }),
  naturalKey: {
    describe: ({ name }) => `the name ${JSON.stringify(name)}`,
    query: ({ name }) => ({ name_filter: String(name) }),
    matches: (live, { name }) => live.props.name === name,
  },
};

export const role = defineResource({
  type: "Role",
  inputs,
  outputs,
  fields,
  subject: ({ name, id }) => `Role ${JSON.stringify(name ?? id)}`,
  verbs: {
    create: (context, inputs) => createItem(context, roles, inputs),
    read: (context, id) => readItem(context, roles, id),
    update: (context, id, patch) => updateItem(context, roles, id, patch),
    delete: (context, id) => deleteItem(context, roles, id),
  },
});
