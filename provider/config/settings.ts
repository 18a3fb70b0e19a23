import { ConfigError } from "../errors.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import type { SettingsPlace } from "./settings-place.ts";
import { type SettingProblem, SettingsReader, type Source } from "./settings-reader.ts";

export type { Credentials, SettingProblem, Source };

/** The validated settings of a provider process. */
export interface Settings {
  /** Base address of the service. Ends in `/api/v2`, without trailing slash. */
  readonly baseUrl: string;
  /** Address of the authorisation server, without trailing slash. Default: the origin of `baseUrl`. */
  readonly authUrl: string;
  /** Audience of token requests. Default: `/api/v2/`. */
  readonly audience: string;
  /** The one audience of client assertions. Default: undefined, which means `authUrl`, the server's issuer. */
  readonly assertionAudience: string | undefined;
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
  /** Whether reads that wait at the same time may be answered from lists. Default: true. */
  readonly bulkRead: boolean;
  /** Whether each request prints a line. Default: false. */
  readonly debug: boolean;
  /** Whether every line is a JSON object. Default: false. */
  readonly logsJson: boolean;
}

/** The settings, and what is the matter with them. They are valid when both lists are empty. */
export interface SettingsReport {
  readonly settings: Settings;
  /** What is malformed, and what contradicts something else. */
  readonly wrong: readonly SettingProblem[];
  /** What is required and not set. Sentences. */
  readonly missing: readonly string[];
}

/**
 * Reads the settings from `config` first, then from the environment. An empty string counts as not set. `place` is
 * what messages call `config`. Default: the stack configuration.
 */
export function inspectSettings(config: Source, environment: Source, place?: SettingsPlace): SettingsReport {
  const reader = new SettingsReader(config, environment, place);
  const baseUrl = readBaseUrl(reader);
  const settings = {
    baseUrl: baseUrl ? withoutTrailingSlash(baseUrl) : "",
    authUrl: readAuthUrl(reader, baseUrl),
    audience: reader.string("audience") ?? "/api/v2/",
    assertionAudience: reader.string("assertionAudience"),
    credentials: readCredentials(reader),
    maxConcurrency: reader.number("maxConcurrency"),
    maxRequestsPerSecond: reader.number("maxRequestsPerSecond"),
    rateLimitReserve: reader.number("rateLimitReserve"),
    requestTimeoutMs: 1000 * reader.number("requestTimeoutSeconds"),
    retryDeadlineMs: 1000 * reader.number("retryDeadlineSeconds"),
    dnsServers: reader.dnsServers("dnsServers"),
    bulkRead: reader.boolean("bulkRead"),
    ...readLog(reader),
  };
  return { settings, wrong: reader.wrong, missing: reader.missing };
}

/** Reads the settings as `inspectSettings` does. Throws one `ConfigError` that lists all problems. */
export function readSettings(config: Source, environment: Source): Settings {
  return validSettings(inspectSettings(config, environment));
}

/** Throws one `ConfigError` that lists all problems. */
export function validSettings({ settings, wrong, missing }: SettingsReport): Settings {
  const problems = [...wrong.map(({ text }) => text), ...missing];
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

function readBaseUrl(reader: SettingsReader): URL | undefined {
  if (reader.string("baseUrl") === undefined)
    return reader.require("baseUrl", "the base address of the service, which ends in /api/v2");
  const url = reader.url("baseUrl");
  if (url && !isApiPath(url)) reader.problem("baseUrl", "its path must end in /api/v2");
  return url;
}

function readAuthUrl(reader: SettingsReader, baseUrl: URL | undefined): string {
  const url = reader.url("authUrl");
  if (url?.pathname.includes("/oauth/token"))
    reader.problem("authUrl", "it must not contain /oauth/token/, which the provider appends");
  if (url && isApiPath(url))
    reader.problem("authUrl", `it must not end in /api/v2, which is the path of ${reader.keyOf("baseUrl")}`);
  return url ? withoutTrailingSlash(url) : (baseUrl?.origin ?? "");
}

function readLog(reader: SettingsReader): Pick<Settings, "debug" | "logsJson"> {
  const log = reader.string("log");
  if (log !== undefined && log !== "debug" && log !== "json")
    reader.problem("log", "it must be debug or json, or not set");
  return { debug: log !== undefined, logsJson: log === "json" };
}

/** Of the path alone: a query that must not be there is told as such. */
function isApiPath({ pathname }: URL): boolean {
  return /\/api\/v2\/*$/.test(pathname);
}

function withoutTrailingSlash(url: URL): string {
  return url.href.replace(/\/+$/, "");
}
