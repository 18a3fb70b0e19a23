import { expect, test } from "vitest";
import { pluginHandlers } from "../../../provider/hosts/plugin/plugin-handlers.ts";
import type { Props } from "../../../provider/lifecycle/handlers.ts";
import { secretValue as secret } from "../../../provider/lifecycle/secret-envelope.ts";
import { eventRedelivery } from "../../../provider/resources/event-redelivery.ts";
import { role } from "../../../provider/resources/role.ts";
import { webhook } from "../../resources/webhook.ts";
import { noHandlers } from "../no-handlers.ts";

const urn = "urn:pulumi:stack::project::idm:index:Role::admin";

/** The handlers of a resource that returns what it gets, and what it got. */
function echoing(resource: Parameters<typeof pluginHandlers>[0]) {
  const got: Props[] = [];
  const handlers = pluginHandlers(resource, {
    ...noHandlers,
    check: async (_, news) => ({ inputs: news, failures: [] }),
    create: async (news) => ({ id: "1", outs: news }),
    read: async (id, props) => {
      got.push(props);
      return { id, props, inputs: {} };
    },
  });
  return { handlers, got };
}

const declared = {
  name: "audit",
  target: { endpoint: "https://log.example.com", authToken: "canary" },
  headers: { "X-Key": "canary" },
  mirrors: [{ endpoint: "https://two.example.com", authToken: "canary" }],
};
const marked = {
  name: "audit",
  target: { endpoint: "https://log.example.com", authToken: secret("canary") },
  headers: { "X-Key": secret("canary") },
  mirrors: [{ endpoint: "https://two.example.com", authToken: secret("canary") }],
};

test("a check returns what the table marks as secret as secrets, also where the program does not", async () => {
  const { handlers } = echoing(webhook);
  expect((await handlers.check(urn, declared)).inputs).toEqual(marked);
  expect((await handlers.check(urn, marked)).inputs).toEqual(marked);
  const whole = { ...declared, target: secret(declared.target) };
  expect((await handlers.check(urn, whole)).inputs).toEqual({ ...marked, target: whole.target });
});

test("an output with a value that the table marks as secret is a secret as a whole", async () => {
  const { target, headers, mirrors } = declared;
  const secrets = { target: secret(target), headers: secret(headers), mirrors: secret(mirrors) };
  expect((await echoing(webhook).handlers.create(urn, marked)).outputs).toEqual({
    name: "audit",
    ...secrets,
  });
});

test("an output of an input in which the program has a secret is a secret", async () => {
  const { outputs } = await echoing(role).handlers.create(urn, {
    name: "admin",
    description: secret("hush"),
  });
  expect(outputs).toEqual({ name: "admin", description: secret("hush") });
});

test("what the state has of the dynamic provider does not reach the handlers, nor the next state", async () => {
  const { handlers, got } = echoing(eventRedelivery);
  const outputs = {
    eventId: "e",
    acceptedAt: "now",
    __provider: "shell",
    __declared: ["eventId", "eventStreamId"],
    __secrets: ["eventId"],
    __owner: "owner",
  };
  const inputs = {
    eventId: "e",
    __provider: "shell",
    __resource: "organization/urn",
    __secrets: ["eventId"],
  };
  const read = await handlers.read(urn, "1", { inputs, outputs });
  expect(read?.outputs).toEqual({ eventId: "e", acceptedAt: "now", __owner: "owner" });
  expect(got).toEqual([
    { eventId: "e", acceptedAt: "now", __owner: "owner", __declared: ["eventId"], __resource: urn },
  ]);
});

test("the handlers are told which outputs the state has as secrets", async () => {
  const { handlers, got } = echoing(role);
  const stored = {
    inputs: { name: "admin", description: secret("hush") },
    outputs: { name: "admin", description: secret("hush"), roleId: secret("rol_1") },
  };
  const read = await handlers.read(urn, "rol_1", stored);
  expect(got).toMatchObject([
    { roleId: "rol_1", __secrets: ["description"], __secretOutputs: ["description", "roleId"] },
  ]);
  // The engine marks what the program marks.
  expect(read?.outputs).toEqual({ name: "admin", description: secret("hush"), roleId: "rol_1" });
});
