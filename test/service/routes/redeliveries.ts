import { type Context, type Operation, refuseBody } from "../operation.ts";
import { notFound } from "../problem.ts";
import { eventPath, valid } from "../schemas.ts";

/** Section 4.4 of the interface: each accepted request is one more delivery. */
export function redeliveryOperations({ tenant }: Context): Operation[] {
  return [
    {
      method: "POST",
      path: "/event-streams/:id/redeliver/:event_id",
      scope: "update:event_deliveries",
      documented: true,
      act: (call) => {
        refuseBody(call);
        const { id, event_id } = valid(eventPath, call.params, "path");
        if (!tenant.hasEvent(id, event_id)) throw notFound("event");
        tenant.addRedelivery(id, event_id);
        return { status: 202, body: {} };
      },
    },
  ];
}
