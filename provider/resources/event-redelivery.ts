// docs/service.md, "Event redelivery". A redelivery is an action: there is nothing to read, update or delete.
import { createHash, randomUUID } from "node:crypto";
import type { ApiCall } from "../client/api-call.ts";
import { callOf, type RequestTemplate } from "../client/request-template.ts";
import { UnknownOutcomeError } from "../errors.ts";
import { type Context, IncompleteError, type RemoteItem } from "../lifecycle/context.ts";
import { defineResource } from "../lifecycle/define-resource.ts";
import type { Props } from "../lifecycle/handlers.ts";
import { commonRemedies } from "../lifecycle/item-requests.ts";
import { timeText } from "../lifecycle/journal-messages.ts";
import { journaled } from "../lifecycle/journaled.ts";
import { input, output } from "../lifecycle/property.ts";
import { listOrMap, pathId, text } from "../lifecycle/property-types.ts";

/** Each replacement is a delivery, so no value that may stay the same replaces the resource. */
const onlyIfKnown = { onlyIfKnown: true } as const;

const redeliverRequest: RequestTemplate = {
  method: "POST",
  path: "/event-streams/{eventStreamId}/redeliver/{eventId}",
  scope: "update:event_deliveries",
  purpose: "create",
  isDocumented: true,
};

export const eventRedelivery = defineResource({
  type: "EventRedelivery",
  description:
    "Redelivers one failed event of an event stream: when the resource is created, and again when an input changes. Refresh and destroy send nothing.",
  example: {
    name: "missed-event",
    inputs: { eventStreamId: "est_7Kq2vXcTzR4mNw8sYb3dLf", eventId: "evt_5Hj9pWgQaE6nUx1tZc4kMr" },
  },
  properties: {
    eventStreamId: input(pathId({ min: 26, max: 26 }), "Id of the event stream.").replaces(onlyIfKnown),
    eventId: input(pathId({ min: 26, max: 26 }), "Id of the failed event.").replaces(onlyIfKnown),
    triggers: input(
      listOrMap(),
      "A list or a map of any values of your own. When one changes, the event is redelivered again. A value that a preview does not know yet is no change: the preview shows an update, and `up` compares the value itself.",
    )
      .optional()
      .replaces({ ...onlyIfKnown, default: {}, same: sameTriggers }),
    acceptedAt: output(
      text(),
      "When the service accepted the redelivery: ISO 8601 date and time, by this machine's clock. Missing when the provider does not know whether the service accepted it.",
    ).optional(),
  },
  subject: ["eventId"],
  requests: [redeliverRequest],
  errors: {
    ERR_IDM_PARTIAL_CREATE:
      "The service may have accepted the redelivery. It is sent again only when one of its `triggers` changes.",
  },
  verbs: { create: redeliver },
});

type Triggers = readonly unknown[] | Readonly<Props>;

interface Redelivery {
  readonly eventStreamId: string;
  readonly eventId: string;
  readonly triggers?: Triggers;
}

function redeliver(context: Context, inputs: Redelivery): Promise<RemoteItem> {
  const key = redeliveryKey(inputs);
  const label = context.isSecret("eventId") ? "redelivery" : `redelivery of the event ${inputs.eventId}`;
  const create = { place: "EventRedelivery", naturalKey: key, label, content: [] };
  return journaled(context, create, async ({ interrupted, send }) => {
    const left = interrupted?.sameKey ? interrupted : undefined;
    // Secret triggers could be guessed from the digest of the key.
    const id = left?.id ?? (context.isSecret("triggers") ? randomKey(inputs) : key);
    if (left?.id === undefined) {
      send();
      return sendOnce(context, inputs, id, left !== undefined);
    }
    context.operation.warn(
      `at ${timeText(left.beganMs)} a run of this stack has sent it, and this state does not have it: it is not sent again. To send it again, change one of its triggers.`,
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
  const call: ApiCall = {
    ...callOf(redeliverRequest, { eventStreamId, eventId }),
    remedies: { ...commonRemedies, 404: "Check eventStreamId, eventId and idm:baseUrl (IDM_BASE_URL)." },
  };
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
  const text = canonical(triggers);
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, 12);
  return [eventStreamId, eventId, ...(text === "" ? [] : [digest])].join("/");
}

/** Whether triggers have the same values. The order of keys does not matter; an empty list or map is none. */
function sameTriggers(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

/** Triggers as a string that is the same for the same values. Empty for none. */
function canonical(triggers: unknown): string {
  return Object.keys(Object(triggers)).length === 0 ? "" : JSON.stringify(sorted(triggers));
}

/** A map becomes a list of its entries by key. Ids of redeliveries depend on this form. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.map(sorted) };
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}

/**
 * A second request would deliver the event twice, so the user decides. The state keeps the resource: `up` does not
 * send it.
 */
const maybeAcceptedAdvice =
  "The redelivery may have been accepted: it was not repeated, and the next pulumi up does not repeat it. Look at the event's deliveries at the service; to send it again, change one of its triggers";
