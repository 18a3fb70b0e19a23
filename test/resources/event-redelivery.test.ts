import { expect, test } from "vitest";
import { type Props, unknownValue } from "../../provider/lifecycle/handlers.ts";
import { failuresOf, succeeded, worldForTest } from "./stack-for-test.ts";

const redelivery = (inputs: Props) => ({ type: "EventRedelivery", inputs }) as const;
const id = (length: number) => "e".repeat(length);

const check = (inputs: Props) => failuresOf("EventRedelivery", inputs);

test("both ids have exactly 26 characters", async () => {
  expect(await check({ eventStreamId: id(25), eventId: id(27) })).toEqual({
    eventStreamId: "must have exactly 26 characters",
    eventId: "must have exactly 26 characters",
  });
  expect(await check({})).toEqual({ eventStreamId: "is required", eventId: "is required" });
  expect(await check({ eventStreamId: unknownValue, eventId: unknownValue, triggers: unknownValue })).toEqual(
    {},
  );
});

test.each([{ a: "1" }, { a: 1, b: null, c: [true, { d: unknownValue }] }, {}, ["1", 1, { a: [] }], []])(
  "triggers are a list or a map of any values, such as %j",
  async (triggers) => {
    expect(await check({ eventStreamId: id(26), eventId: id(26), triggers })).toEqual({});
  },
);

test.each(["again", 1, true, null])("triggers are not %j", async (triggers) => {
  expect(await check({ eventStreamId: id(26), eventId: id(26), triggers })).toEqual({
    triggers: "must be an array or an object",
  });
});

/** Whether `up` would send a redelivery with the triggers `before` again when the program declares `after`. */
async function isSentAgain(before: unknown, after: unknown, ids: Props = {}): Promise<boolean> {
  const { service, stack, provider, up } = await worldForTest();
  const event = service.tenant.addEvent();
  await up({ a: redelivery({ ...event, triggers: before }) });
  const { id, outputs } = stack.state.get("a") ?? expect.fail("it was not created");
  const news = { ...event, triggers: after, ...ids };
  const { replaces } = await provider.handlersOf("EventRedelivery").diff(id, outputs, news);
  return replaces.length > 0;
}

test.each<[before: unknown, after: unknown]>([
  [{ a: "1" }, unknownValue],
  [{ a: "1" }, { a: unknownValue }],
  [
    ["1", { b: [2] }],
    ["1", { b: [unknownValue] }],
  ],
  [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }],
  [{}, []],
])("triggers %j that become %j send nothing again", async (before, after) => {
  expect(await isSentAgain(before, after)).toBe(false);
});

test.each<[before: unknown, after: unknown]>([
  [{ a: "1" }, { a: "2" }],
  [{ a: "1" }, { a: 1 }],
  [
    { a: "1", b: "1" },
    { a: "2", b: unknownValue },
  ],
  [{ a: "1" }, { a: "1", b: unknownValue }],
  [["1"], ["1", unknownValue]],
  [
    ["1", "2"],
    ["2", "1"],
  ],
  [{ a: { b: [1] } }, { a: { b: [2] } }],
  [[["a", "1"]], { a: "1" }],
])("triggers %j that become %j send the redelivery again", async (before, after) => {
  expect(await isSentAgain(before, after)).toBe(true);
});

test("ids that are not known yet send nothing again", async () => {
  expect(await isSentAgain({}, {}, { eventStreamId: unknownValue, eventId: unknownValue })).toBe(false);
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
    list: redelivery({ ...event, triggers: ["a", "1", "b", "2"] }),
    entries: redelivery({
      ...event,
      triggers: [
        ["a", "1"],
        ["b", "2"],
      ],
    }),
  });
  const idOf = (name: string) => stack.state.get(name)?.id;
  expect(new Set(["plain", "one", "other", "list", "entries"].map(idOf)).size).toBe(5);
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
