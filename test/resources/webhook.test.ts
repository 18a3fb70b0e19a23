import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { Webhook } from "../service/routes/webhooks.ts";
import type { Service } from "../service/service.ts";
import { CheckError } from "./stack.ts";
import { checkOnly, failuresOf, succeeded, worldForTest } from "./stack-for-test.ts";

const inputs = {
  name: "audit",
  kind: "http",
  target: { endpoint: "https://log.example.com", authToken: "canary-target-token" },
  headers: { "X-Key": "canary-header-value", "x key": "canary two" },
  mirrors: [{ endpoint: "https://two.example.com", authToken: "canary-mirror-token" }],
  passPhrase: "canary-pass-phrase",
};
const canaries = [
  "canary-target-token",
  "canary-header-value",
  "canary two",
  "canary-mirror-token",
  "canary-pass-phrase",
];
const webhook = (changes: Props = {}) => ({ type: "Webhook", inputs: { ...inputs, ...changes } });
const only = (service: Service) => [...service.tenant.collection<Webhook>("webhooks").values()][0];

function expectNoSecret(...texts: unknown[]): void {
  const all = texts
    .map((text) => (typeof text === "string" ? text : inspect(text, { depth: 20 })))
    .join("\n");
  for (const canary of [...canaries, "canary+two", "canary%20two"]) expect(all).not.toContain(canary);
}

test("a create sends every name as the service spells it, and user keys as they are", async () => {
  const { service, stack, up } = await worldForTest();
  expect(await up({ a: webhook() })).toEqual({ a: "create" });
  expect(only(service)).toMatchObject({
    name: "audit",
    kind: "http",
    status: "active",
    target: { endpoint: "https://log.example.com", auth_token: "canary-target-token" },
    hdrs: { "X-Key": "canary-header-value", "x key": "canary two" },
    mirrors: [{ endpoint: "https://two.example.com", auth_token: "canary-mirror-token" }],
    pass_phrase: "canary-pass-phrase",
  });
  expect(stack.outputs("a")).toMatchObject({
    webhookId: only(service)?.id,
    signingSecret: expect.any(String),
  });
});

test("a refresh keeps write-only values and shows no drift, and the next up changes nothing", async () => {
  const { stack, up } = await worldForTest();
  await up({ a: webhook() });
  succeeded(await stack.refresh());
  expect(stack.outputs("a")).toMatchObject(inputs);
  expect(await up({ a: webhook() })).toEqual({ a: "same" });
});

test("drift beside a write-only value is found by a refresh and set back by the next up", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: webhook() });
  const item = only(service);
  if (item) Object.assign(item.target, { endpoint: "https://moved.example.com", auth_token: "by hand" });
  succeeded(await stack.refresh());
  expect(stack.outputs("a").target).toMatchObject({
    endpoint: "https://moved.example.com",
    authToken: "canary-target-token",
  });
  expect(await up({ a: webhook() })).toEqual({ a: "update" });
  expect(only(service)?.target).toMatchObject({
    endpoint: "https://log.example.com",
    auth_token: "canary-target-token",
  });
});

test("a changed write-only value is sent, nested or not, and nothing else is", async () => {
  const { service, up } = await worldForTest();
  await up({ a: webhook() });
  service.requests.reset();
  const changed = { passPhrase: "other", target: { ...inputs.target, authToken: "other" } };
  expect(await up({ a: webhook(changed) })).toEqual({ a: "update" });
  expect(only(service)).toMatchObject({ pass_phrase: "other", target: { auth_token: "other" } });
  expect(service.requests.api).toHaveLength(1);
});

test("inputs that are removed are set to their onRemoval, and a changed kind replaces", async () => {
  const { service, up } = await worldForTest();
  await up({ a: webhook({ status: "paused" }) });
  const { headers: _, mirrors: __, ...rest } = inputs;
  await up({ a: { type: "Webhook", inputs: rest } });
  expect(only(service)).toMatchObject({ status: "active", hdrs: {}, mirrors: [] });
  expect(await up({ a: webhook({ kind: "queue" }) })).toMatchObject({ a: "replace" });
});

test("nested objects refuse unknown keys and wrong values, with the path", async () => {
  const target = { endpoint: "https://log.example.com", authToken: "t", retry: { maxTries: 1.5, tries: 1 } };
  expect(await failuresOf("Webhook", { ...inputs, target: { ...target, authtoken: "x" } })).toEqual({
    "target.authtoken": "is not a property of target. Allowed are endpoint, authToken, retry.",
    "target.retry.maxTries": "must be a whole number",
    "target.retry.tries": "is not a property of target.retry. Allowed are maxTries.",
  });
  expect(await failuresOf("Webhook", { ...inputs, kind: "ftp" })).toEqual({
    kind: 'must be one of "http", "queue"',
  });
});

test("an existing webhook is adopted, and what the service never answers is sent", async () => {
  const { service, up } = await worldForTest();
  await up({ a: webhook() });
  const second = await worldForTest({}, {});
  for (const item of service.tenant.collection<Webhook>("webhooks").values())
    second.service.tenant.collection<Webhook>("webhooks").set(item.id, { ...item, pass_phrase: "old" });
  await second.up({ a: webhook({ adopt: true }) });
  expect(only(second.service)).toMatchObject({ id: only(service)?.id, pass_phrase: "canary-pass-phrase" });
});

test("no failure of a check names a secret, or leads the engine to print one", async () => {
  const wrong = { ...inputs, passPhrase: 5, mirrors: [{ endpoint: "no", authToken: "canary-mirror-token" }] };
  const { failures } = await checkOnly("Webhook", wrong);
  expect(failures).toEqual([
    { property: "", reason: "mirrors[0].endpoint must be a URL" },
    { property: "", reason: "passPhrase must be a string" },
  ]);
  expectNoSecret(failures);
});

const echo = { statusCode: 400, error: "Bad Request", message: `not so: ${canaries.join(" | ")}` };

test.each(["POST", "PATCH", "GET", "DELETE"])(
  "no error holds a secret that the service echoes on %s",
  async (method) => {
    const { service, stack, up } = await worldForTest();
    if (method !== "POST") await up({ a: webhook() });
    service.faults.add({
      kind: "status",
      status: 400,
      method,
      body: { ...echo, errorCode: "canary-pass-phrase" },
    });
    const runs = {
      POST: () => stack.up({ a: webhook() }),
      PATCH: () => stack.up({ a: webhook({ name: "renamed" }) }),
      GET: () => stack.refresh(),
      DELETE: () => stack.destroy(),
    };
    const { errors } = await runs[method as keyof typeof runs]();
    expect(errors.a?.message).toContain("not so: [secret] | [secret]");
    expectNoSecret(errors.a, stack.provider.log);
  },
);

test("no message holds a secret when a create is lost, settled, adopted and refused", async () => {
  const { service, stack } = await worldForTest();
  service.faults.add({ kind: "reset-after", method: "POST" });
  service.faults.add({ kind: "status", status: 400, method: "PATCH", body: echo });
  const lost = await stack.up({ a: webhook() });
  const again = await stack.up({ a: webhook({ kind: "queue" }) });
  expectNoSecret(lost, again.errors.a, stack.provider.log);
});

test("a secret of an item that is adopted is in no message, not even when the service echoes it at once", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: webhook() });
  const signingSecret = only(service)?.signing_secret ?? "";
  stack.state.clear();
  service.faults.add({
    kind: "status",
    status: 400,
    method: "PATCH",
    body: { message: `bad ${signingSecret}` },
  });
  const { errors } = await stack.up({ a: webhook({ adopt: true }) });
  expect(errors.a?.message).toContain("bad [secret]");
  expect(inspect(errors.a)).not.toContain(signingSecret);
});

test("a property that the program marks as secret is in no message, wherever it is printed", async () => {
  const { service, stack } = await worldForTest();
  const marked = {
    type: "Role",
    inputs: { name: "canary two", description: "x1", __secrets: ["description", "name"] },
  };
  service.faults.add({
    kind: "status",
    status: 400,
    method: "POST",
    body: { message: "canary two and x1 are odd" },
  });
  const { errors } = await stack.up({ a: marked });
  expect(errors.a?.message).toMatch(/^Role "\[secret\]": 400 Bad Request on POST \/roles/);
  expect(errors.a?.message).toContain("[secret] and [secret] are odd");
  succeeded(await stack.up({ a: marked }));
  service.faults.add({
    kind: "status",
    status: 409,
    method: "DELETE",
    body: { message: "canary two is in use" },
  });
  const destroyed = await stack.destroy();
  expectNoSecret(errors.a, destroyed.errors.a, stack.provider.log);
  expect(destroyed.errors.a?.message).toContain('Role "[secret]"');
});

test("a mark that the program adds later is remembered by an update without a request", async () => {
  const { service, stack, up } = await worldForTest();
  const plain = { name: "audit", description: "canary two" };
  await up({ a: { type: "Role", inputs: plain } });
  service.requests.reset();
  const marked = { type: "Role", inputs: { ...plain, __secrets: ["description"] } };
  expect(await up({ a: marked })).toEqual({ a: "update" });
  expect(service.requests.api).toEqual([]);
  expect(await up({ a: marked })).toEqual({ a: "same" });
  service.faults.add({ kind: "status", status: 400, method: "GET", body: { message: "canary two is odd" } });
  const { errors } = await stack.refresh();
  expectNoSecret(errors.a, stack.provider.log);
});

test("a secret that the program no longer declares is not in the state, and no later refresh puts it there", async () => {
  const { service, stack, up } = await worldForTest();
  const { id } = service.tenant.addTemplate({ name: "found" });
  const inputs = { templateId: id, type: "mdl" };
  await up({ a: { type: "VcTemplate", inputs: { ...inputs, name: "canary two", __secrets: ["name"] } } });
  expect(await up({ a: { type: "VcTemplate", inputs } })).toEqual({ a: "update" });
  expect(service.tenant.templates.get(id)?.name).toBe("canary two");
  expectNoSecret(stack.outputs("a"));
  succeeded(await stack.refresh());
  expectNoSecret(stack.outputs("a"));
  expect(await up({ a: { type: "VcTemplate", inputs } })).toEqual({ a: "same" });
});

test("a mark that the program takes away is kept as long as the value stays", async () => {
  const { service, stack, up } = await worldForTest();
  const inputs = { name: "audit", description: "canary two" };
  await up({ a: { type: "Role", inputs: { ...inputs, __secrets: ["description"] } } });
  await up({ a: { type: "Role", inputs: { ...inputs, name: "renamed" } } });
  service.faults.add({ kind: "status", status: 400, method: "GET", body: { message: "canary two is odd" } });
  const { errors } = await stack.refresh();
  expectNoSecret(errors.a);
});

test("the id of a redelivery says nothing of secret triggers", async () => {
  const { service, stack, up } = await worldForTest();
  const inputs = { ...service.tenant.addEvent(), triggers: { run: "4711" } };
  await up({ open: { type: "EventRedelivery", inputs } });
  await up({
    open: { type: "EventRedelivery", inputs },
    hidden: { type: "EventRedelivery", inputs: { ...inputs, __secrets: ["triggers"] } },
  });
  const digest = stack.state.get("open")?.id.split("/").at(-1);
  expect(digest).toHaveLength(12);
  expect(stack.state.get("hidden")?.id).not.toContain(digest);
});

test("an update redacts the old and the new value of a property that the program marks", async () => {
  const { service, stack, up } = await worldForTest();
  await up({ a: { type: "Role", inputs: { name: "audit", description: "canary two" } } });
  service.faults.add({
    kind: "status",
    status: 400,
    method: "PATCH",
    body: { message: "canary two, not other" },
  });
  const inputs = { name: "audit", description: "other", __secrets: ["description"] };
  const { errors } = await stack.up({ a: { type: "Role", inputs } });
  expect(errors.a?.message).toContain("[secret], not [secret]");
});

test("a check of a property that the program marks as secret names it in the reason only", async () => {
  const { failures } = await checkOnly("CustomDomain", {
    domain: "canary-target-token.example.com",
    type: "self_managed_certs",
    relyingPartyIdentifier: "canary-header-value.example",
    __secrets: ["domain", "relyingPartyIdentifier"],
  });
  expect(failures).toEqual([
    {
      property: "",
      reason: expect.stringMatching(/^relyingPartyIdentifier must be the domain or a registrable suffix/),
    },
  ]);
  expectNoSecret(failures);
});

test("errors of a check reach the user as they are", async () => {
  const { fail } = await worldForTest();
  expect(await fail(webhook({ name: "" }))).toBeInstanceOf(CheckError);
});
