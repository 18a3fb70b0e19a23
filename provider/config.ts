import { isIP } from "node:net";
import { parseDnsServers } from "./dns/servers.ts";
import { ConfigError } from "./errors.ts";

/** How the provider authenticates; exactly one of the three (interface section 5). */
export type Credentials =
  | { readonly kind: "access-token"; readonly accessToken: string }
  | { readonly kind: "client-secret"; readonly clientId: string; readonly clientSecret: string }
  | {
      readonly kind: "private-key";
      readonly clientId: string;
      readonly privateKey: string;
      readonly keyId: string | undefined;
      readonly algorithm: string;
    };

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

export type Source = (name: string) => string | undefined;

/**
 * Reads the settings: stack configuration first, then environment; empty text counts as not set.
 * Throws one `ConfigError` that lists everything that is wrong.
 */
export function readSettings(config: Source, environment: Source): Settings {
  const reader = new Reader(config, environment);
  const baseUrl =
    reader.url("baseUrl") ??
    reader.missing("baseUrl", "the address of the management interface, ending in /api/v2");
  if (baseUrl && !baseUrl.pathname.endsWith("/api/v2"))
    reader.problem("baseUrl", `its path must end in /api/v2, not ${baseUrl.pathname}`);
  const settings = {
    baseUrl: baseUrl ? withoutSlash(baseUrl) : "",
    authUrl: withoutSlash(reader.url("authUrl") ?? (baseUrl ? new URL(baseUrl.origin) : undefined)),
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

const signingAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
];

function readCredentials(reader: Reader): Credentials {
  const accessToken = reader.text("accessToken");
  const clientId = reader.text("clientId");
  const clientSecret = reader.text("clientSecret");
  const privateKey = reader.text("privateKey")?.replaceAll("\\n", "\n");
  const keyId = reader.text("keyId");
  const algorithm = reader.text("signingAlgorithm");

  const given = [
    accessToken && "accessToken",
    clientSecret && "clientSecret",
    privateKey && "privateKey",
  ].filter(Boolean) as string[];
  if (given.length > 1) reader.contradiction(given);
  if (accessToken) return { kind: "access-token", accessToken };

  if (!clientId && given.length === 0) {
    reader.missing(
      "accessToken",
      `a bearer token, or ${both("clientId")} with ${both("clientSecret")} or ${both("privateKey")}`,
    );
  } else if (!clientId) reader.missing("clientId", `it goes with ${given.map(both).join(" and ")}`);
  else if (given.length === 0)
    reader.missing("clientSecret", `it (or ${both("privateKey")}) goes with ${both("clientId")}`);
  if (clientSecret && !privateKey) return { kind: "client-secret", clientId: clientId ?? "", clientSecret };

  if (privateKey && !privateKey.includes("-----BEGIN PRIVATE KEY-----")) {
    reader.problem(
      "privateKey",
      "it must be a PKCS #8 PEM text that begins with -----BEGIN PRIVATE KEY-----",
    );
  }
  if (algorithm && !signingAlgorithms.includes(algorithm)) {
    reader.problem("signingAlgorithm", `it must be one of ${signingAlgorithms.join(", ")}`);
  }
  return {
    kind: "private-key",
    clientId: clientId ?? "",
    privateKey: privateKey ?? "",
    keyId,
    algorithm: algorithm ?? "RS256",
  };
}

/** `idm:baseUrl (IDM_BASE_URL)`: how messages name a setting. */
function both(key: string): string {
  return `idm:${key} (${environmentName(key)})`;
}

function environmentName(key: string): string {
  return `IDM_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Reads one setting at a time and collects what is wrong. Values never appear in a problem: they may be secrets. */
class Reader {
  readonly #config: Source;
  readonly #environment: Source;
  readonly #problems: string[] = [];

  constructor(config: Source, environment: Source) {
    this.#config = config;
    this.#environment = environment;
  }

  text(key: string): string | undefined {
    const value = this.#config(`idm:${key}`) || this.#environment(environmentName(key));
    return value?.trim() || undefined;
  }

  url(key: string): URL | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const url = URL.parse(text);
    const wrong = url
      ? urlProblem(url)
      : "it is not an absolute URL, such as https://tenant.example.com/api/v2";
    if (wrong) this.problem(key, wrong);
    if (url) url.pathname = url.pathname.replace(/\/+$/, "");
    return url ?? undefined;
  }

  number(key: string, rule: { default: number; min: number; max: number; whole?: boolean }): number {
    const text = this.text(key);
    if (text === undefined) return rule.default;
    const value = Number(text);
    const inRange = value >= rule.min && value <= rule.max && (!rule.whole || Number.isInteger(value));
    if (!inRange)
      this.problem(key, `it must be a ${rule.whole ? "whole " : ""}number from ${rule.min} to ${rule.max}`);
    return value;
  }

  dnsServers(key: string): string[] {
    try {
      return parseDnsServers(this.text(key) ?? "");
    } catch (error) {
      this.problem(key, (error as Error).message);
      return [];
    }
  }

  problem(key: string, what: string): undefined {
    this.#problems.push(`${both(key)}: ${what}.`);
    return undefined;
  }

  missing(key: string, what: string): undefined {
    return this.problem(
      key,
      `it is not set: ${what}. Set it with "pulumi config set${isSecret(key) ? " --secret" : ""} idm:${key} …" or in the environment`,
    );
  }

  contradiction(keys: readonly string[]): void {
    this.#problems.push(
      `${keys.map(both).join(" and ")} are set, and only one of them may be: remove the other.`,
    );
  }

  throwProblems(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }
}

function isSecret(key: string): boolean {
  return ["accessToken", "clientSecret", "privateKey"].includes(key);
}

function urlProblem(url: URL): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "it must begin with https://";
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return "http: is allowed for loopback hosts only, as it would send tokens in clear; use https:";
  if (url.username || url.password) return "it must hold no user name and no password";
  if (url.search || url.hash) return "it must hold no query and no fragment";
  return undefined;
}

function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}

function withoutSlash(url: URL | undefined): string {
  return url ? url.href.replace(/\/+$/, "") : "";
}
