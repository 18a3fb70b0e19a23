// docs/service.md, "Event redelivery": each accepted request delivers the event once more.
import { z } from "zod";
import { notFound } from "../problem.ts";
import { type Route, type RouteContext, refuseBody } from "../route.ts";
import { validate } from "../validate.ts";

const eventPath = z.strictObject({ id: z.string().length(26), event_id: z.string().length(26) });

export function routes({ tenant }: RouteContext): Route[] {
  return [
    {
      method: "POST",
      path: "/event-streams/:id/redeliver/:event_id",
      scope: "update:event_deliveries",
      documented: true,
      handle(request) {
        refuseBody(request);
        const { id, event_id } = validate(eventPath, request.params, "path");
        if (!tenant.hasEvent(id, event_id)) throw notFound("event");
        tenant.addRedelivery(id, event_id);
        return { status: 202, body: {} };
      },
    },
  ];
}
