// Redelivery of one failed event: interface sections 2.8 and 4.4. It is an act, not a thing: nothing can be read, updated or deleted.
import { z } from "zod";
import type { Client } from "../client/client.ts";
import type { Operation } from "../client/operation.ts";
import { type Path, path } from "../client/path.ts";
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
    async create({ client, operation, journal }, { eventStreamId, eventId, triggers }) {
      const id = `${eventStreamId}/${eventId}`;
      const entry = journal.begin([client.settings.baseUrl, "redeliver", id, JSON.stringify(triggers ?? {})]);
      if (entry.interrupted?.id !== undefined) {
        operation.warn(
          "an earlier run was cut off after the service had accepted the redelivery: it is not sent again.",
        );
        entry.made(id);
        return { id, props: { acceptedAt: new Date(entry.interrupted.beganMs).toISOString() } };
      }
      // Told once: whoever runs it again wants it sent.
      if (entry.interrupted) {
        entry.dropped();
        throw maybeAccepted("An earlier run was cut off while the redelivery was sent");
      }
      try {
        await redeliver(client, operation, path`/event-streams/${eventStreamId}/redeliver/${eventId}`);
      } catch (error) {
        entry.dropped();
        throw error;
      }
      entry.made(id);
      return { id, props: { acceptedAt: new Date().toISOString() } };
    },
  },
});

async function redeliver(client: Client, operation: Operation, at: Path): Promise<void> {
  try {
    await client.request({ method: "POST", path: at, scope: "update:event_deliveries" }, operation);
  } catch (error) {
    throw error instanceof UnknownOutcomeError ? maybeAccepted(error.message, error) : error;
  }
}

/** Sending it twice delivers twice: it is for the user to decide. */
function maybeAccepted(what: string, cause?: Error): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${what}. The redelivery may have been accepted and was not repeated: look at the event's deliveries at the service; run pulumi up again only if it was not delivered.`,
    { cause },
  );
}
