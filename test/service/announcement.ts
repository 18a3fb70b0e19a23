import type { Service } from "./service.ts";

/** What a service in a process of its own tells whoever started it, as its first message or line. */
export interface Announcement {
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  /** A template that a program can take over. */
  templateId: string;
  /** A failed event that can be redelivered, and its stream. */
  eventStreamId: string;
  eventId: string;
}

/** Messages that the process answers over its IPC channel, each with a {@link LogSummary}. */
export type RemoteRequest = "log" | "reset";

/** The request log in numbers; after a reset the numbers from before it. */
export interface LogSummary {
  requests: number;
  tokenRequests: number;
  /** API answers with status 429. */
  status429: number;
  maxInFlight: number;
}

/** Adds a template and an event to a tenant that has none. */
export function announcement({ baseUrl, authUrl, client, tenant }: Service): Announcement {
  const [template = tenant.addTemplate()] = tenant.templates.values();
  const [event = tenant.addEvent()] = tenant.events;
  return {
    baseUrl,
    authUrl,
    clientId: client.id,
    clientSecret: client.secret,
    templateId: template.id,
    ...event,
  };
}

/** Undefined for a message that is not for the service. */
export function remoteAnswer({ requests }: Service, message: RemoteRequest): LogSummary | undefined {
  if (message !== "log" && message !== "reset") return undefined;
  const summary = {
    requests: requests.api.length,
    tokenRequests: requests.token.length,
    status429: requests.api.filter(({ status }) => status === 429).length,
    maxInFlight: requests.maxInFlight,
  };
  if (message === "reset") requests.reset();
  return summary;
}
