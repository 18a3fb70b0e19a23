// Redelivery of one failed event: interface sections 2.8 and 4.4. It is an act, not a thing: nothing can be read, updated or deleted.
import { createHash } from "node:crypto";
import { z } from "zod";
import { path } from "../client/path.ts";
import { UnknownOutcomeError } from "../errors.ts";
import { commonRemedies } from "../lifecycle/collection.ts";
import type { Fields } from "../lifecycle/compare.ts";
import { defineResource, IncompleteError } from "../lifecycle/define-resource.ts";
import { pathId } from "../lifecycle/property-types.ts";

const inputs = () => {
  const id = pathId({ min: 26, max: 26 });
  return z.object({
    eventStreamId: id.meta({ description: "Id of the event stream: exactly 26 characters." }),
    eventId: id.meta({ description: "Id of the failed event: exactly 26 characters." }),
    triggers: z
      .record(z.string(), z.string("must be text"), "must be an object whose values are texts")
      .optional()
      .meta({ description: "Any texts of your own: a change of one redelivers the event again." }),
  });
};

const outputs = () =>
  z.object({
    acceptedAt: z.string().meta({
      description:
        "When the service accepted the redelivery: ISO 8601 date and time, by this machine's clock. Missing while that is not known.",
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
      const id = redeliveryId(eventStreamId, eventId, triggers);
      const entry = journal.begin([client.settings.baseUrl, "redeliver", id]);
      const { interrupted } = entry;
      if (interrupted?.id !== undefined) {
        operation.warn("an earlier run was cut off after this was accepted: it is not sent again.");
        entry.made(id);
        return { id, props: { acceptedAt: new Date(interrupted.beganMs).toISOString() } };
      }
      const call = {
        method: "POST",
        path: path`/event-streams/${eventStreamId}/redeliver/${eventId}`,
        scope: "update:event_deliveries",
        remedies: { ...commonRemedies, 404: "Check eventStreamId, eventId and idm:baseUrl (IDM_BASE_URL)." },
      } as const;
      try {
        if (interrupted) throw new UnknownOutcomeError("an earlier run was cut off while it was sent");
        await client.request(call, operation);
      } catch (error) {
        // The state keeps one that may have been accepted: nothing is left to remember here.
        entry.dropped();
        throw error instanceof UnknownOutcomeError
          ? new IncompleteError({ id, props: {} }, error, maybeAccepted)
          : error;
      }
      entry.made(id);
      return { id, props: { acceptedAt: new Date().toISOString() } };
    },
  },
});

/** One id for each redelivery of an event: the state of an earlier one, with other triggers, says nothing of this one. */
function redeliveryId(eventStreamId: string, eventId: string, triggers: Record<string, string> = {}): string {
  const sorted = Object.entries(triggers).sort(([left], [right]) => (left < right ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(sorted)).digest("base64url").slice(0, 12);
  return [eventStreamId, eventId, ...(sorted.length > 0 ? [digest] : [])].join("/");
}

/** Sending it twice delivers twice, so that it is for the user to decide; it is in the state, lest the next `up` sends it unasked. */
const maybeAccepted =
  "The redelivery may have been accepted: it was not repeated, and the next pulumi up does not repeat it. Look at the event's deliveries at the service; to send it again, change one of its triggers";
