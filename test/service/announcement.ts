import type { ServiceOptions } from "./options.ts";
import type { Service } from "./service.ts";

/** First IPC message, or line of JSON, of a service that runs as a separate process. */
export interface Announcement {
  baseUrl: string;
  authUrl: string;
  clientId: string;
  clientSecret: string;
  /** Id of an existing template that a program can adopt. */
  templateId: string;
  /** A failed event that can be redelivered, and its stream. */
  eventStreamId: string;
  eventId: string;
}

/**
 * IPC messages to the process; it answers each with a {@link LogSummary}. `reset` empties the log after that, and
 * `limit` does so too and turns on the rate limit.
 */
export type RemoteRequest = "log" | "reset" | "limit";

/** The request log in numbers. */
export interface LogSummary {
  requests: number;
  tokenRequests: number;
  /** API responses with status 429. */
  status429: number;
  /** Most API requests in flight at the same time. */
  maxInFlight: number;
}

/** The announcement of a service. Adds a template and an event when its tenant has none. */
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

/** The answer to an IPC message; undefined for an unknown message. */
export function remoteAnswer(
  { requests }: Service,
  options: ServiceOptions,
  message: RemoteRequest,
): LogSummary | undefined {
  if (message !== "log" && message !== "reset" && message !== "limit") return undefined;
  const summary = {
    requests: requests.api.length,
    tokenRequests: requests.token.length,
    status429: requests.api.filter(({ status }) => status === 429).length,
    maxInFlight: requests.maxInFlight,
  };
  if (message !== "log") requests.reset();
  if (message === "limit") options.rateLimitOff = false;
  return summary;
}
