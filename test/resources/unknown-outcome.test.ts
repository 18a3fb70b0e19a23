import { expect, onTestFinished, test } from "vitest";
import { serviceForTest } from "../service/service-for-test.ts";
import { openProvider, settingsFor } from "./handlers.ts";
import { Stack } from "./stack.ts";
import { succeeded, worldForTest } from "./stack-for-test.ts";

const role = { type: "Role", inputs: { name: "admin", description: "all" } } as const;
const domain = {
  type: "CustomDomain",
  inputs: { domain: "login.example.com", type: "self_managed_certs" },
} as const;

test.each(["reset-after", "status-after", "html", "cut-json", "empty-body", "missing-fields"] as const)(
  "a role and a domain whose create got no answer (%s) are adopted, with a warning that names the id",
  async (kind) => {
    const { service, stack, provider, up } = await worldForTest();
    service.faults.add({ kind, status: 503, method: "POST", times: 2 } as never);
    expect(await up({ role, domain })).toEqual({ role: "create", domain: "create" });
    expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([1, 1]);
    for (const name of ["role", "domain"]) {
      const { id } = stack.state.get(name) ?? {};
      expect(
        provider.log.filter((line) => line.startsWith("warning: ") && line.includes(`${id}`)).length,
      ).toBe(1);
    }
  },
);

test.each(["reset-after", "status-after", "html", "empty-body", "missing-fields"] as const)(
  "the warning about a settled create (%s) has no advice on the request that was lost",
  async (kind) => {
    const { service, provider, up } = await worldForTest();
    service.faults.add({ kind, status: 503, method: "POST" } as never);
    await up({ role });
    const [warning, ...others] = provider.log.filter((line) => line.startsWith("warning: "));
    expect(warning).toMatch(
      /^warning: Role "admin": the response to its create was lost \(.*it is adopted\./,
    );
    const [, lost] = /was lost \((.*?)\)\. A role/.exec(warning ?? "") ?? [];
    expect(lost).not.toMatch(/check|run |raise|usual reason|not known/i);
    expect(others).toEqual([]);
  },
);

test("an error about several roles of one name lists them, and none is adopted or created", async () => {
  const { service, fail } = await worldForTest();
  const ids = [1, 2].map(() => service.tenant.addRole({ name: "admin", description: "all" }).id);
  service.faults.add({ kind: "reset-before", method: "POST" });
  const error = await fail(role);
  expect(error.code).toBe("ERR_IDM_AMBIGUOUS");
  for (const id of ids) expect(error.message).toContain(id);
  expect(service.tenant.roles.size).toBe(2);
});

test("without look-ups at the service, the error says what to check and how to adopt the domain", async () => {
  const { service, stack, fail } = await worldForTest({ documentedOnly: true });
  service.faults.add({ kind: "reset-after", method: "POST" });
  const error = await fail(domain);
  expect(error.code).toBe("ERR_IDM_UNKNOWN_OUTCOME");
  expect(error.message).toMatch(
    /^CustomDomain "login\.example\.com": .*"login\.example\.com" exists.*adopt: true/,
  );
  expect(service.requests.writes.length).toBe(1);
  expect(stack.state.size).toBe(0);
});

test("a create that is answered 303 is settled: the role exists once, and the redelivery is sent once", async () => {
  const { service, up, fail } = await worldForTest();
  service.faults.add({ kind: "status-after", status: 303, method: "POST", times: 2 });
  await up({ role });
  expect(service.tenant.roles.size).toBe(1);
  const event = { type: "EventRedelivery", inputs: service.tenant.addEvent() } as const;
  const error = await fail(event);
  expect(error.message).toContain("may have been accepted");
  expect(error.message).not.toContain("idm:baseUrl");
  expect(service.requests.writes).toHaveLength(2);
});

test("a role whose create is sent again after a lookup exists once", async () => {
  const { service, up } = await worldForTest();
  service.faults.add({ kind: "reset-before", method: "POST" });
  await up({ role });
  expect(service.tenant.roles.size).toBe(1);
  expect(service.requests.writes.length).toBe(2);
});

test("after a token response that cannot be used, nothing was created, and the next up adopts nothing", async () => {
  const service = await serviceForTest();
  const { id: clientId, secret: clientSecret } = service.client;
  const credentials = { kind: "client-secret", clientId, clientSecret } as const;
  const provider = openProvider(await settingsFor(service, { credentials }));
  onTestFinished(() => provider.close());
  const stack = new Stack(provider);
  const { id: byHand } = service.tenant.addRole({ name: "admin", description: "all" });
  const event = { type: "EventRedelivery", inputs: service.tenant.addEvent() } as const;
  service.faults.add({ kind: "html", path: /oauth/, times: 3 });
  const { errors } = await stack.up({ role, event });
  for (const error of [errors.role, errors.event])
    expect(error).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(stack.state.size).toBe(0);
  succeeded(await stack.up({ role, event }));
  expect(stack.state.get("role")?.id).not.toBe(byHand);
  expect(service.requests.api.map(({ method }) => method)).toEqual(["POST", "POST"]);
});
