import { isIP } from "node:net";
import { ConfigError } from "../errors.ts";
import { parseDnsServers } from "./dns-servers.ts";

/** Looks up a value by its full name: `idm:baseUrl` in the stack configuration, `IDM_BASE_URL` in the environment. */
export type Source = (name: string) => string | undefined;

/** Default and allowed range of a number, both ends included. */
export interface NumberRule {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whether only whole numbers are allowed. Default: false. */
  readonly whole?: boolean;
}

/**
 * Reads one setting at a time, and collects all problems.
 * No problem contains a value: a user may enter a secret under the wrong name.
 */
export class SettingsReader {
  readonly #config: Source;
  readonly #environment: Source;
  readonly #problems: string[] = [];

  /** Values of `config` go before values of `environment`. */
  constructor(config: Source, environment: Source) {
    this.#config = config;
    this.#environment = environment;
  }

  /** The value without surrounding white space; undefined when it is not set or empty. */
  string(key: string): string | undefined {
    return this.#config(`idm:${key}`)?.trim() || this.#environment(variableName(key))?.trim() || undefined;
  }

  /** Undefined when the value is not set or cannot be parsed. A parsed URL is returned also when it is not allowed. */
  url(key: string): URL | undefined {
    const value = this.string(key);
    if (value === undefined) return undefined;
    const url = URL.parse(value) ?? undefined;
    const problem = url
      ? urlProblem(url)
      : `it must be an absolute URL, such as https://tenant.example.com${key === "baseUrl" ? "/api/v2" : ""}`;
    if (problem) this.problem(key, problem);
    return url;
  }

  /** The default when the value is not set. */
  number(key: string, rule: NumberRule): number {
    const written = this.string(key);
    if (written === undefined) return rule.default;
    const value = /^\d+(\.\d+)?$/.test(written) ? Number(written) : Number.NaN;
    const allowed = value >= rule.min && value <= rule.max && (!rule.whole || Number.isInteger(value));
    if (!allowed)
      this.problem(key, `it must be a ${rule.whole ? "whole " : ""}number from ${rule.min} to ${rule.max}`);
    return value;
  }

  /** The default when the value is not set. */
  boolean(key: string, byDefault: boolean): boolean {
    const written = this.string(key)?.toLowerCase();
    if (written !== undefined && written !== "true" && written !== "false")
      this.problem(key, "it must be true or false");
    return written === undefined ? byDefault : written === "true";
  }

  /** Server addresses as `parseDnsServers` returns them; empty when the value is not set. */
  dnsServers(key: string): string[] {
    try {
      return parseDnsServers(this.string(key) ?? "");
    } catch {
      this.problem(
        key,
        'it must be IP addresses separated by commas or spaces, each with a port if it is not 53: "192.0.2.53, [2001:db8::53]:5353"',
      );
      return [];
    }
  }

  /** Adds a problem. `what` is the end of a sentence, without full stop. */
  problem(key: string, what: string): undefined {
    this.#problems.push(`${settingName(key)}: ${what}.`);
  }

  /** Adds the problem that a required value is not set. */
  missing(key: string, what: string): undefined {
    const secret = secretKeys.has(key) ? " --secret" : "";
    return this.problem(
      key,
      `it is not set: ${what}. Set it with "pulumi config set${secret} idm:${key} …" or in the environment`,
    );
  }

  /** Adds the problem that several values are set which exclude each other. */
  conflict(keys: readonly string[]): void {
    const names = keys.map(settingName).join(" and ");
    this.#problems.push(`${names} are set, but only one of them is allowed: remove the others.`);
  }

  /** Throws a `ConfigError` when there are problems. */
  throwProblems(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }
}

/** How messages name a setting: `idm:baseUrl (IDM_BASE_URL)`. */
export function settingName(key: string): string {
  return `idm:${key} (${variableName(key)})`;
}

const secretKeys = new Set(["accessToken", "clientSecret", "privateKey"]);

function variableName(key: string): string {
  return `IDM_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function urlProblem(url: URL): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "it must begin with https://";
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return "http: is allowed for loopback hosts only, because it sends tokens unencrypted; use https:";
  if (url.username || url.password) return "it must not contain a user name or a password";
  if (url.search || url.hash) return "it must not contain a query or a fragment";
  return undefined;
}

/** RFC 6761, section 6.3, and the loopback networks. */
function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}
