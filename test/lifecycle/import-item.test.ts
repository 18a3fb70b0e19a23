// What an import declares of an item with secrets and write-only values.
import { expect, onTestFinished, test } from "vitest";
import { Client } from "../../provider/client/client.ts";
import type { Runtime } from "../../provider/lifecycle/context.ts";
import type { Handlers } from "../../provider/lifecycle/handlers.ts";
import { withImport } from "../../provider/lifecycle/import-item.ts";
import { Journal } from "../../provider/lifecycle/journal.ts";
import { Ownership } from "../../provider/lifecycle/ownership.ts";
import { handlersOf } from "../../provider/lifecycle/resource-handlers.ts";
import { addressOf, journalFolder, settingsFor } from "../resources/handlers.ts";
import { webhook } from "../resources/webhook.ts";
import type { Webhook } from "../service/routes/webhooks.ts";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";

async function importing(service: Service): Promise<{ handlers: Handlers; log: string[] }> {
  const log: string[] = [];
  const client = new Client(await settingsFor(service), (line) => log.push(line));
  const folder = journalFolder();
  const ownership = new Ownership(new Journal([], folder.path));
  onTestFinished(() => {
    ownership.close();
    client.close();
    folder.remove();
  });
  const runtime: Runtime = {
    client: () => client,
    address: addressOf(client),
    ownership: () => ownership,
    log: (line) => log.push(line),
    stop: new AbortController().signal,
  };
  return { handlers: withImport(webhook, handlersOf(webhook, runtime), runtime), log };
}

const stored: Webhook = {
  id: "whk_1",
  name: "audit",
  kind: "http",
  status: "active",
  target: { endpoint: "https://log.example.com", auth_token: "canary-token" },
  hdrs: { "x key": "canary-header" },
  mirrors: [{ endpoint: "https://two.example.com", auth_token: "canary-mirror" }],
  pass_phrase: "canary-phrase",
  signing_secret: "canary-signing",
};

test("a required value that the service never returns is told, and an optional one is left out", async () => {
  const service = await serviceForTest();
  service.tenant.collection<Webhook>("webhooks").set(stored.id, stored);
  const { handlers, log } = await importing(service);
  const { id, inputs } = await handlers.read("name:audit", {});
  expect(id).toBe(stored.id);
  expect(inputs).toEqual({
    name: "audit",
    kind: "http",
    target: { endpoint: "https://log.example.com", retry: { maxTries: 3 } },
    headers: { "x key": "canary-header" },
  });
  expect(log).toHaveLength(1);
  expect(log[0]).toMatch(
    /^warning: Webhook "audit": target\.authToken is required.*Declare it in the program/,
  );
  expect(log.join()).not.toContain("canary");
});

test("what the program declares after an import is a change of what was missing alone", async () => {
  const service = await serviceForTest();
  service.tenant.collection<Webhook>("webhooks").set(stored.id, stored);
  const { handlers } = await importing(service);
  const { props = {}, inputs = {} } = await handlers.read(stored.id, {});
  const state = { ...props, __declared: Object.keys(inputs) };
  const target = { ...(inputs.target as object), authToken: "new" };
  expect(await handlers.diff(stored.id, state, inputs)).toMatchObject({ changes: false });
  const { changedInputs, replaces } = await handlers.diff(stored.id, state, { ...inputs, target });
  expect([changedInputs, replaces]).toEqual([["target"], []]);
});

test("a kind that this provider does not know is imported as one that the other inputs allow", async () => {
  const service = await serviceForTest();
  const other = { ...stored, kind: "acme_queue" as never };
  service.tenant.collection<Webhook>("webhooks").set(stored.id, other);
  const { handlers, log } = await importing(service);
  for (const _ of [1, 2])
    expect((await handlers.read(stored.id, {})).inputs).toMatchObject({ kind: "queue" });
  expect(log.filter((line) => line.includes("acme_queue"))).toHaveLength(1);
});
