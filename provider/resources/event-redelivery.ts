// Redelivery of one failed event: interface sections 2.8 and 4.4. It is an act, not a thing: nothing can be read, updated or deleted.
import { z } from "zod";
import { path } from "../client/path.ts";
import type { Fields } from "../compare.ts";
import { UnknownOutcomeError } from "../errors.ts";
import { defineResource } from "../resource.ts";
import { text } from "../schema.ts";

const eventId = text({ min: 26, max: 26 });

const inputs = z.object({
  eventStreamId: eventId.meta({ description: "Id of the event stream: exactly 26 characters." }),
  eventId: eventId.meta({ description: "Id of the failed event: exactly 26 characters." }),
  triggers: z
    .record(z.string(), z.string("must be text"), "must be an object whose values are texts")
    .optional()
    .meta({ description: "Any texts of your own: a change of one redelivers the event again." }),
});

const outputs = z.object({
  acceptedAt: z.string().meta({
    description: "When the service accepted the redelivery: ISO 8601 date and time, by this machine's clock.",
  }),
});

const fields = {
  eventStreamId: { onChange: "replace" },
  eventId: { onChange: "replace" },
  triggers: { onChange: "replace", default: {} },
} satisfies Fields;

export const eventRedelivery = defineResource({
  type: "EventRedelivery",
  inputs,
  outputs,
  fields,
  subject: ({ eventId }) => `EventRedelivery ${JSON.stringify(eventId)}`,
  verbs: {
    async create({ client, operation }, { eventStreamId, eventId }) {
      const call = {
        method: "POST",
        path: path`/event-streams/${eventStreamId}/redeliver/${eventId}`,
        scope: "update:event_deliveries",
      } as const;
      await client.request(call, operation).catch((error: unknown) => {
        throw error instanceof UnknownOutcomeError ? maybeAccepted(error) : error;
      });
      return { id: `${eventStreamId}/${eventId}`, props: { acceptedAt: new Date().toISOString() } };
    },
  },
});

/** Sending it twice delivers twice: it is for the user to decide. */
function maybeAccepted(error: UnknownOutcomeError): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${error.message}. The redelivery may have been accepted and was not repeated: look at the event's deliveries at the service; run pulumi up again only if it was not delivered.`,
    { cause: error },
  );
}
