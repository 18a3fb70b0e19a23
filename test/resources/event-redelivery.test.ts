import { expect, test } from "vitest";
import { type Props, unknownValue } from "../../provider/lifecycle/handlers.ts";
import { failuresOf, succeeded, worldForTest } from "./stack-for-test.ts";

const redelivery = (inputs: Props) => ({ type: "EventRedelivery", inputs }) as const;
const id = (length: number) => "e".repeat(length);

test("both ids have exactly 26 characters, and triggers are strings", async () => {
  const check = (inputs: Props) => failuresOf("EventRedelivery", inputs);
  expect(await check({ eventStreamId: id(26), eventId: id(26), triggers: { a: "1" } })).toEqual({});
  expect(await check({ eventStreamId: id(25), eventId: id(27), triggers: { a: 1 } })).toEqual({
    eventStreamId: "must have exactly 26 characters",
    eventId: "must have exactly 26 characters",
    "triggers.a": "must be a string",
  });
  expect(await check({})).toEqual({ eventStreamId: "is required", eventId: "is required" });
  expect(await check({ eventStreamId: unknownValue, eventId: unknownValue, triggers: unknownValue })).toEqual(
    {},
  );
});

test("create sends the redelivery once, and nothing else sends it", async () => {
  const { service, stack, up } = await worldForTest();
  const event = service.tenant.addEvent();
  await up({ a: redelivery(event) });
  expect(stack.outputs("a").acceptedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(await up({ a: redelivery(event) })).toEqual({ a: "same" });
  succeeded(await stack.refresh());
  expect(await up({ a: redelivery(event) })).toEqual({ a: "same" });
  succeeded(await stack.destroy());
  expect(service.requests.api).toMatchObject([
    { method: "POST", path: `/api/v2/event-streams/${event.eventStreamId}/redeliver/${event.eventId}` },
  ]);
  expect(service.tenant.redeliveries).toMatchObject([event]);
});

test("a change of ids or triggers sends the redelivery again", async () => {
  const { service, up } = await worldForTest();
  const [one, two] = [service.tenant.addEvent(), service.tenant.addEvent()];
  const programs = [one, { ...one, triggers: { run: "1" } }, { ...one, triggers: { run: "2" } }, two];
  for (const inputs of programs) await up({ a: redelivery(inputs) });
  expect(service.tenant.redeliveries).toMatchObject([one, one, one, two]);
  expect(await up({ a: redelivery({ ...two, triggers: {} }) })).toEqual({ a: "update" });
  expect(service.tenant.redeliveries.length).toBe(4);
});

test("each set of triggers has an id of its own, and the order of triggers does not matter", async () => {
  const { service, stack, up } = await worldForTest();
  const event = service.tenant.addEvent();
  await up({
    plain: redelivery(event),
    one: redelivery({ ...event, triggers: { a: "1", b: "2" } }),
    other: redelivery({ ...event, triggers: { a: "2", b: "1" } }),
    same: redelivery({ ...event, triggers: { b: "2", a: "1" } }),
  });
  const idOf = (name: string) => stack.state.get(name)?.id;
  expect(new Set(["plain", "one", "other"].map(idOf)).size).toBe(3);
  expect(idOf("same")).toBe(idOf("one"));
});

test("a 404 for an event that does not exist is an error, and the next up tries again", async () => {
  const { service, stack, fail, up } = await worldForTest();
  const event = { eventStreamId: id(26), eventId: id(26) };
  expect(await fail(redelivery(event))).toMatchObject({ code: "ERR_IDM_API", status: 404 });
  expect(stack.state.size).toBe(0);
  service.tenant.addEvent(event.eventStreamId, event.eventId);
  expect(await up({ it: redelivery(event) })).toEqual({ it: "create" });
});

test.each(["reset-before", "reset-after", "html", "cut-json"] as const)(
  "a redelivery that may have been accepted (%s) is sent again only when a trigger changes",
  async (kind) => {
    const { service, stack, fail, up } = await worldForTest();
    const event = service.tenant.addEvent();
    service.faults.add({ kind, method: "POST" });
    const error = await fail(redelivery(event));
    expect(error.message).toContain("may have been accepted");
    expect(stack.state.get("it")).toMatchObject({ unfinished: true });
    const sent = service.requests.writes.length;
    expect(await up({ it: redelivery(event) })).toEqual({ it: "update" });
    succeeded(await stack.refresh());
    expect(await up({ it: redelivery(event) })).toEqual({ it: "same" });
    expect([sent, service.requests.writes.length]).toEqual([1, 1]);
    await up({ it: redelivery({ ...event, triggers: { again: "1" } }) });
    expect(service.requests.writes.length).toBe(2);
  },
);
