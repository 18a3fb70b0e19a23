// Services that act on a create after the provider has stopped waiting for its answer.
import { expect, test } from "vitest";
import { lookSchedule } from "../../provider/lifecycle/look-schedule.ts";
import { testLooks } from "../resources/handlers.ts";
import { processesForTest } from "../resources/processes-for-test.ts";
import { succeeded, type World, worldForTest } from "../resources/stack-for-test.ts";
import type { FaultAfter } from "../service/faults.ts";
import type { Service } from "../service/service.ts";

const role = { type: "Role", inputs: { name: "admin" } } as const;
const path = /\/roles$/;
const gatewayTimeout: FaultAfter = { kind: "status-after", status: 504 };

const posts = ({ requests }: Service) => requests.writes.filter(({ method }) => method === "POST").length;

/** The service has acted, but its next lists do not have the item yet. */
function actLate({ faults }: Service, fault: FaultAfter, lists: number, times = 1): void {
  faults.add({ ...fault, method: "POST", path, times });
  if (lists > 0) faults.add({ kind: "status", status: 200, body: [], method: "GET", path, times: lists });
}

function expectWarningOfBoth({ service, stack, provider }: World): void {
  const ids = [...service.tenant.roles.keys()];
  expect(ids).toContain(stack.state.get("role")?.id);
  const [warning = ""] = provider.log.filter((line) => line.includes("was repeated"));
  expect(ids.filter((id) => warning.includes(id))).toEqual(ids);
}

test("after an answer that did not come in time, the item is looked for during 15 to 30 s", () => {
  const total = lookSchedule.slow.reduce((sum, delayMs) => sum + delayMs, 0);
  expect(total).toBeGreaterThanOrEqual(15_000);
  expect(total).toBeLessThanOrEqual(30_000);
});

test.each([
  ["a time-out", { kind: "no-answer-after" }],
  ["a 504", gatewayTimeout],
] as const)(
  "after %s, a role that the service shows late is found, and not created again",
  async (_, fault) => {
    const { service, stack, up } = await worldForTest({}, { requestTimeoutMs: 1_000 });
    actLate(service, fault, testLooks.slow.length);
    await up({ role });
    expect(posts(service)).toBe(1);
    expect([...service.tenant.roles.keys()]).toEqual([stack.state.get("role")?.id]);
  },
);

test("after a 504, a warning names both roles when the first request was done after the second was sent", async () => {
  const world = await worldForTest();
  const { service, up } = world;
  actLate(service, gatewayTimeout, testLooks.slow.length + 2);
  await up({ role });
  expect(posts(service)).toBe(2);
  expectWarningOfBoth(world);
});

test("after a lost answer, a warning names both roles when the lists are late", async () => {
  const world = await worldForTest();
  const { service, up } = world;
  const looks = testLooks.lost.length + 2;
  // After the second create too, the first list does not have it.
  actLate(service, { kind: "reset-after" }, looks + 1);
  await up({ role });
  expect(posts(service)).toBe(2);
  expectWarningOfBoth(world);
});

test("after a lost answer, a role that lists show 3 s late is found", () => {
  const total = lookSchedule.lost.reduce((sum, delayMs) => sum + delayMs, 0);
  expect(total).toBeGreaterThan(3_000);
});

test("a 409 about the own first create is looked up until the lists show the domain", async () => {
  const { service, stack, up } = await worldForTest();
  const late = testLooks.lost.length + 2 + testLooks.slow.length;
  const domains = /\/custom-domains$/;
  service.faults.add({ kind: "reset-after", method: "POST", path: domains });
  service.faults.add({ kind: "status", status: 200, body: [], method: "GET", path: domains, times: late });
  await up({
    d: { type: "CustomDomain", inputs: { domain: "login.example.com", type: "self_managed_certs" } },
  });
  expect(posts(service)).toBe(2);
  expect([...service.tenant.domains.keys()]).toEqual([stack.state.get("d")?.id]);
});

test("after two answers that did not come in time, the create is not sent a third time", async () => {
  const { service, fail } = await worldForTest();
  service.faults.add({ kind: "status", status: 504, method: "POST", path, times: 9 });
  expect(await fail(role)).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(posts(service)).toBe(2);
});

test("without time to look again nothing is sent again, and the next run finds the role", async () => {
  const looks = { ...testLooks, slow: [24 * 3600 * 1000] };
  const { service, stack } = await processesForTest({}, { looks });
  actLate(service, gatewayTimeout, 1);
  const { errors } = await stack.up({ role });
  expect(errors.role).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(errors.role?.message).toMatch(/run pulumi up again.*retryDeadlineSeconds/i);
  succeeded(await stack.up({ role }));
  expect(posts(service)).toBe(1);
  expect([...service.tenant.roles.keys()]).toEqual([stack.state.get("role")?.id]);
});
