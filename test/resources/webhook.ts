// A resource of the tests alone. Its table has what no resource of the registry needs: secrets at any depth, in maps
// and arrays, write-only values, nested objects, an enum with a server default, and a wire name of its own.
import * as z from "zod";
import { path } from "../../provider/client/path.ts";
import * as registry from "../../provider/index.ts";
import { defineResource } from "../../provider/lifecycle/define-resource.ts";
import { input, output } from "../../provider/lifecycle/property.ts";
import { secret, text, wireName, writeOnly } from "../../provider/lifecycle/property-types.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { adoptInput } from "../../provider/resources/adopt-input.ts";

const endpoint = z.url("must be a URL").describe("Address that events are sent to.");
const authToken = secret(writeOnly(text({ min: 1 }))).describe("Token that is sent with each event.");

const target = z
  .strictObject({
    endpoint,
    authToken,
    retry: z
      .strictObject({ maxTries: z.int().describe("How often an event is sent at most.") })
      .optional()
      .describe("How failed events are sent again."),
  })
  .meta({ id: "WebhookTarget", description: "Where a webhook sends events." });

export const webhook = defineResource({
  type: "Webhook",
  description: "Sends events to an address.",
  example: {
    name: "audit",
    id: "hook_1",
    inputs: {
      name: "Audit",
      kind: "http",
      target: { endpoint: "https://log.example.com", authToken: "secret" },
    },
  },
  properties: {
    name: input(text({ min: 1, max: 255 }), "Name of the webhook.").updates(),
    kind: input(z.enum(["http", "queue"]), "Kind of the receiver.").replaces(),
    status: input(z.enum(["active", "paused"]), "Whether events are sent.")
      .optional()
      .updates({ default: "active", onRemoval: "active" }),
    target: input(target, "Where events are sent.").updates(),
    headers: input(wireName("hdrs", z.record(z.string(), secret(text()))), "Header fields to send.")
      .optional()
      .updates({ default: {}, onRemoval: {} }),
    mirrors: input(z.array(z.strictObject({ endpoint, authToken })), "Further receivers.")
      .optional()
      .updates({ default: [], onRemoval: [] }),
    passPhrase: input(secret(writeOnly(text())), "Pass phrase of the key.")
      .optional()
      .updates(),
    adopt: adoptInput("webhook of exactly this name"),
    webhookId: output(text(), "Id that the service gave the webhook."),
    signingSecret: output(secret(text()), "Key that the service signs events with."),
  },
  collection: {
    path: path`/webhooks`,
    scope: "hooks",
    idProperty: "webhookId",
    wireId: "id",
    naturalKey: { property: "name" },
  },
});

/** The registry, and the resource of the tests. */
export const testResources: readonly Resource[] = [...Object.values(registry), webhook];
