import { newId } from "../service/ids.ts";
import type { Template } from "../service/records.ts";
import type { Webhook } from "../service/routes/webhooks.ts";
import type { Service } from "../service/service.ts";
import type { ForeignKind } from "./programs.ts";

/** Names that programs declare. */
export interface DeclaredNames {
  readonly role: string;
  readonly template: string;
}

/**
 * Adds an item of somebody else, with the name of a declared one but other contents. Names of domains are unique, so
 * that one has its own. Returns the item.
 */
export function addForeign({ tenant }: Service, kind: ForeignKind, names: DeclaredNames): object {
  switch (kind) {
    case "role":
      return tenant.addRole({ name: names.role, description: "somebody else's" });
    case "template":
      return olderTemplate(tenant.addTemplate({ name: names.template, presentation: { mdl: { ns: {} } } }));
    case "domain":
      return tenant.addDomain({
        domain: `${newId("d")}.example.org`,
        type: "self_managed_certs",
      });
    case "webhook":
      return foreignWebhook(tenant.collection<Webhook>("webhooks"));
  }
}

function olderTemplate(template: Template): Template {
  template.created_at = new Date(Date.now() - 3_600_000).toISOString();
  return template;
}

function foreignWebhook(webhooks: Map<string, Webhook>): Webhook {
  const id = newId("whk_foreign_");
  const target = { endpoint: "https://somebody-else.example.com", auth_token: "theirs" };
  const webhook: Webhook = {
    id,
    name: "audit",
    kind: "http",
    status: "active",
    target,
    signing_secret: "theirs",
  };
  webhooks.set(id, webhook);
  return webhook;
}
