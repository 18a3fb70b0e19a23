import { type Credentials, readCredentials } from "./credentials.ts";
import { SettingsReader, type Source } from "./settings-reader.ts";

export type { Credentials, Source };

/** The validated settings of a provider process. */
export interface Settings {
  /** Base address of the service. Ends in `/api/v2`, without trailing slash. */
  readonly baseUrl: string;
  /** Address of the authorisation server, without trailing slash. Default: the origin of `baseUrl`. */
  readonly authUrl: string;
  /** Audience of token requests. Default: `/api/v2/`. */
  readonly audience: string;
  readonly credentials: Credentials;
  /** Most requests in flight, 1 to 256. Default: 16. */
  readonly maxConcurrency: number;
  /** Most requests a second, token requests included, 0.01 to 1000. Default: infinite. */
  readonly maxRequestsPerSecond: number;
  /** Percent of the service's rate limit that stay free for others, 0 to 90. Default: 0. */
  readonly rateLimitReserve: number;
  /** Longest wait for one answer, 100 ms to 10 min. Default: 30 s. */
  readonly requestTimeoutMs: number;
  /** Longest time for one operation with its retries, 100 ms to one day. Default: 5 min. */
  readonly retryDeadlineMs: number;
  /** DNS servers that `CustomDomainVerification` asks about its records. Default: none, which means the system's. */
  readonly dnsServers: readonly string[];
}

/**
 * Reads the settings from stack configuration first, then from the environment. An empty string counts as not set.
 * Throws one `ConfigError` that lists all problems.
 */
export function readSettings(config: Source, environment: Source): Settings {
  const reader = new SettingsReader(config, environment);
  const baseUrl = readBaseUrl(reader);
  const settings = {
    baseUrl: baseUrl ? withoutTrailingSlash(baseUrl) : "",
    authUrl: readAuthUrl(reader, baseUrl),
    audience: reader.string("audience") ?? "/api/v2/",
    credentials: readCredentials(reader),
    maxConcurrency: reader.number("maxConcurrency", { default: 16, min: 1, max: 256, whole: true }),
    maxRequestsPerSecond: reader.number("maxRequestsPerSecond", { default: Infinity, min: 0.01, max: 1000 }),
    rateLimitReserve: reader.number("rateLimitReserve", { default: 0, min: 0, max: 90 }),
    requestTimeoutMs: 1000 * reader.number("requestTimeoutSeconds", { default: 30, min: 0.1, max: 600 }),
    retryDeadlineMs: 1000 * reader.number("retryDeadlineSeconds", { default: 300, min: 0.1, max: 86_400 }),
    dnsServers: reader.dnsServers("dnsServers"),
  };
  reader.throwProblems();
  return settings;
}

function readBaseUrl(reader: SettingsReader): URL | undefined {
  if (reader.string("baseUrl") === undefined)
    return reader.missing("baseUrl", "the base address of the service, which ends in /api/v2");
  const url = reader.url("baseUrl");
  if (url && !withoutTrailingSlash(url).endsWith("/api/v2"))
    reader.problem("baseUrl", "its path must end in /api/v2");
  return url;
}

function readAuthUrl(reader: SettingsReader, baseUrl: URL | undefined): string {
  const url = reader.url("authUrl");
  if (url?.pathname.includes("/oauth/token"))
    reader.problem("authUrl", "it must not contain /oauth/token/, which the provider appends");
  if (url && withoutTrailingSlash(url).endsWith("/api/v2"))
    reader.problem("authUrl", "it must not end in /api/v2, which is the path of idm:baseUrl");
  return url ? withoutTrailingSlash(url) : (baseUrl?.origin ?? "");
}

function withoutTrailingSlash(url: URL): string {
  return url.href.replace(/\/+$/, "");
}
