// docs/service.md, "Event redelivery". A redelivery is an action: there is nothing to read, update or delete.
import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { path } from "../client/path.ts";
import { UnknownOutcomeError } from "../errors.ts";
import { type Context, IncompleteError, type RemoteItem } from "../lifecycle/context.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import { commonRemedies } from "../lifecycle/item-requests.ts";
import { journaled } from "../lifecycle/journaled.ts";
import { input, output } from "../lifecycle/property.ts";
import { pathId, text } from "../lifecycle/property-types.ts";
import { replaceHint } from "../lifecycle/settle-messages.ts";

export const eventRedelivery = defineResource({
  type: "EventRedelivery",
  description:
    "Redelivers one failed event of an event stream: when the resource is created, and again when an input changes. Refresh and destroy send nothing.",
  properties: {
    eventStreamId: input(pathId({ min: 26, max: 26 }), "Id of the event stream.").replaces(),
    eventId: input(pathId({ min: 26, max: 26 }), "Id of the failed event.").replaces(),
    triggers: input(
      z.record(z.string(), z.string()),
      "Any strings of your own. When one changes, the event is redelivered again.",
    )
      .optional()
      .replaces({ default: {} }),
    acceptedAt: output(
      text(),
      "When the service accepted the redelivery: ISO 8601 date and time, by this machine's clock. Missing when the provider does not know whether the service accepted it.",
    ),
  },
  subject: ["eventId"],
  verbs: { create: redeliver },
});

interface Redelivery {
  readonly eventStreamId: string;
  readonly eventId: string;
  readonly triggers?: Record<string, string>;
}

function redeliver(context: Context, inputs: Redelivery): Promise<RemoteItem> {
  const key = redeliveryKey(inputs);
  const create = { place: "EventRedelivery", naturalKey: key, content: undefined };
  return journaled(context, create, async (interrupted) => {
    const left = interrupted?.sameKey ? interrupted : undefined;
    // Secret triggers could be guessed from the digest of the key.
    const id = left?.id ?? (context.isSecret("triggers") ? randomKey(inputs) : key);
    if (left?.id === undefined) return sendOnce(context, inputs, id, left !== undefined);
    context.operation.warn(
      `an earlier run has sent it, and no state was seen with it since: it is not sent again. ${replaceHint}`,
    );
    return redelivery(id, left.beganMs);
  });
}

/** Sends the request, unless an earlier process may have. The state keeps a redelivery that may have been accepted. */
async function sendOnce(
  context: Context,
  inputs: Redelivery,
  id: string,
  isInterrupted: boolean,
): Promise<RemoteItem> {
  try {
    if (isInterrupted)
      throw new UnknownOutcomeError("an earlier run was interrupted while it sent the request");
    await sendRedelivery(context, inputs);
    return redelivery(id, Date.now());
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    throw new IncompleteError({ id, props: {} }, error, maybeAcceptedAdvice);
  }
}

function sendRedelivery({ client, operation }: Context, inputs: Redelivery): Promise<unknown> {
  const { eventStreamId, eventId } = inputs;
  const call = {
    method: "POST",
    path: path`/event-streams/${eventStreamId}/redeliver/${eventId}`,
    scope: "update:event_deliveries",
    remedies: { ...commonRemedies, 404: "Check eventStreamId, eventId and idm:baseUrl (IDM_BASE_URL)." },
  } as const;
  return client.request(call, operation);
}

function redelivery(id: string, acceptedMs: number): RemoteItem {
  return { id, props: { acceptedAt: new Date(acceptedMs).toISOString() } };
}

function randomKey({ eventStreamId, eventId }: Redelivery): string {
  return [eventStreamId, eventId, randomUUID()].join("/");
}

/**
 * The key depends on the triggers: with others, it is another redelivery of the same event, and the journal must not
 * mix them up.
 */
function redeliveryKey({ eventStreamId, eventId, triggers = {} }: Redelivery): string {
  const sorted = Object.entries(triggers).sort(([left], [right]) => (left < right ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(sorted)).digest("base64url").slice(0, 12);
  return [eventStreamId, eventId, ...(sorted.length > 0 ? [digest] : [])].join("/");
}

/**
 * A second request would deliver the event twice, so the user decides. The state keeps the resource: `up` does not
 * send it.
 */
const maybeAcceptedAdvice =
  "The redelivery may have been accepted: it was not repeated, and the next pulumi up does not repeat it. Look at the event's deliveries at the service; to send it again, change one of its triggers";
