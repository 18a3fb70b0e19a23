import { type Credentials, readCredentials } from "./credentials.ts";
import { SettingsReader, type Source } from "./settings-reader.ts";

export type { Credentials, Source };

/** The settings of one provider process, checked. */
export interface Settings {
  /** No trailing slash; ends in `/api/v2`. */
  readonly baseUrl: string;
  /** No trailing slash. */
  readonly authUrl: string;
  readonly audience: string;
  readonly credentials: Credentials;
  readonly maxConcurrency: number;
  readonly requestTimeoutMs: number;
  readonly retryDeadlineMs: number;
  /** Resolvers for the checks of `CustomDomainVerification`; empty means the system's. */
  readonly dnsServers: readonly string[];
}

/**
 * Reads the settings: stack configuration first, then environment; empty text counts as not set.
 * Throws one `ConfigError` that lists everything that is wrong.
 */
export function readSettings(config: Source, environment: Source): Settings {
  const reader = new SettingsReader(config, environment);
  const baseUrl = readBaseUrl(reader);
  const settings = {
    baseUrl: baseUrl ? withoutSlash(baseUrl) : "",
    authUrl: readAuthUrl(reader, baseUrl),
    audience: reader.text("audience") ?? "/api/v2/",
    credentials: readCredentials(reader),
    maxConcurrency: reader.number("maxConcurrency", { default: 16, min: 1, max: 256, whole: true }),
    requestTimeoutMs: 1000 * reader.number("requestTimeoutSeconds", { default: 30, min: 0.1, max: 600 }),
    retryDeadlineMs: 1000 * reader.number("retryDeadlineSeconds", { default: 300, min: 0.1, max: 86_400 }),
    dnsServers: reader.dnsServers("dnsServers"),
  };
  reader.throwProblems();
  return settings;
}

function readBaseUrl(reader: SettingsReader): URL | undefined {
  if (reader.text("baseUrl") === undefined)
    return reader.missing("baseUrl", "the address of the management interface, ending in /api/v2");
  const url = reader.url("baseUrl");
  if (url && !withoutSlash(url).endsWith("/api/v2"))
    reader.problem("baseUrl", "its path must end in /api/v2");
  return url;
}

function readAuthUrl(reader: SettingsReader, baseUrl: URL | undefined): string {
  const url = reader.url("authUrl");
  if (url?.pathname.includes("/oauth/token"))
    reader.problem("authUrl", "it must not hold /oauth/token/, which is added to it");
  return url ? withoutSlash(url) : (baseUrl?.origin ?? "");
}

function withoutSlash(url: URL): string {
  return url.href.replace(/\/+$/, "");
}
