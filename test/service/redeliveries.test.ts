import { expect, test } from "vitest";
import { call, serviceForTest } from "./service-for-test.ts";

test("each accepted request is one delivery", async () => {
  const service = await serviceForTest();
  const { eventStreamId, eventId } = service.tenant.addEvent();
  for (const _ of [1, 2]) {
    const answer = await call(service, "POST", `/event-streams/${eventStreamId}/redeliver/${eventId}`);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({});
  }
  expect(service.tenant.redeliveries).toMatchObject([{ eventId }, { eventId }]);
});

test("an unknown event is a 404, an id of another length or a body a 400", async () => {
  const service = await serviceForTest();
  const { eventStreamId, eventId } = service.tenant.addEvent();
  const unknown = `/event-streams/${eventStreamId}/redeliver/${"e".repeat(26)}`;
  expect((await call(service, "POST", unknown)).status).toBe(404);
  for (const path of [
    `${eventStreamId}/redeliver/${eventId}x`,
    `${eventStreamId.slice(1)}/redeliver/${eventId}`,
  ]) {
    expect((await call(service, "POST", `/event-streams/${path}`)).status).toBe(400);
  }
  const body = { body: {} };
  const path = `/event-streams/${eventStreamId}/redeliver/${eventId}`;
  expect((await call(service, "POST", path, body)).status).toBe(400);
  expect(service.tenant.redeliveries).toEqual([]);
});
