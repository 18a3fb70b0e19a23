// A resource of the tests alone: it has what no resource of the interface has, such as nested secrets.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { collectionRoutes } from "../collection-routes.ts";
import { newId } from "../ids.ts";

const fields = z.strictObject({
  name: z.string().min(1).max(255),
  kind: z.enum(["http", "queue"]),
  status: z.enum(["active", "paused"]).default("active"),
  target: z.strictObject({
    endpoint: z.url(),
    auth_token: z.string(),
    retry: z.strictObject({ max_tries: z.int() }).optional(),
  }),
  hdrs: z.record(z.string(), z.string()).optional(),
  mirrors: z.array(z.strictObject({ endpoint: z.url(), auth_token: z.string() })).optional(),
  pass_phrase: z.string().optional(),
});

/** A webhook as the service keeps it. Tokens and the pass phrase are never answered. */
export type Webhook = z.infer<typeof fields> & { id: string; signing_secret: string };

/** The service adds a setting of its own to each target. */
const shownTarget = ({ endpoint, retry }: Webhook["target"]) => ({
  endpoint,
  retry: retry ?? { max_tries: 3 },
});

export const routes = collectionRoutes({
  key: "webhooks",
  path: "/webhooks",
  scope: "hooks",
  noun: "webhook",
  fields,
  create: ({ tenant }, given): Webhook => {
    const webhook = { ...given, id: newId("whk_", 16), signing_secret: randomBytes(16).toString("hex") };
    tenant.collection<Webhook>("webhooks").set(webhook.id, webhook);
    return webhook;
  },
  sparseFields: ["hdrs", "mirrors"],
  present: ({ pass_phrase: _, target, mirrors, ...webhook }) => ({
    ...webhook,
    target: shownTarget(target),
    ...(mirrors && { mirrors: mirrors.map(({ endpoint }) => ({ endpoint })) }),
  }),
});
