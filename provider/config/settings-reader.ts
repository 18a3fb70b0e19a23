import { isIP } from "node:net";
import { ConfigError } from "../errors.ts";
import { parseDnsServers } from "./dns-servers.ts";

/** Where settings come from: `idm:baseUrl` of the stack configuration, or `IDM_BASE_URL` of the environment. */
export type Source = (name: string) => string | undefined;

export interface NumberRule {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

/** Reads one setting at a time and collects what is wrong. Values never appear in a problem: any of them may be a secret in the wrong place. */
export class SettingsReader {
  readonly #config: Source;
  readonly #environment: Source;
  readonly #problems: string[] = [];

  constructor(config: Source, environment: Source) {
    this.#config = config;
    this.#environment = environment;
  }

  /** Without the blanks around it; empty counts as not set. */
  text(key: string): string | undefined {
    return this.#config(`idm:${key}`)?.trim() || this.#environment(environmentName(key))?.trim() || undefined;
  }

  /** Undefined where it is not set or is no URL at all; of one that is not allowed, what can be said of it otherwise still counts. */
  url(key: string): URL | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const url = URL.parse(text) ?? undefined;
    const wrong = url
      ? urlProblem(url)
      : "it is not an absolute URL, such as https://tenant.example.com/api/v2";
    if (wrong) this.problem(key, wrong);
    return url;
  }

  number(key: string, rule: NumberRule): number {
    const text = this.text(key);
    if (text === undefined) return rule.default;
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const allowed = value >= rule.min && value <= rule.max && (!rule.whole || Number.isInteger(value));
    if (!allowed)
      this.problem(key, `it must be a ${rule.whole ? "whole " : ""}number from ${rule.min} to ${rule.max}`);
    return value;
  }

  dnsServers(key: string): string[] {
    try {
      return parseDnsServers(this.text(key) ?? "");
    } catch {
      this.problem(
        key,
        'it must hold IP addresses separated by commas or blanks, each with a port if that is not 53: "192.0.2.53, [2001:db8::53]:5353"',
      );
      return [];
    }
  }

  problem(key: string, what: string): undefined {
    this.#problems.push(`${nameOf(key)}: ${what}.`);
  }

  missing(key: string, what: string): undefined {
    const secret = secretKeys.has(key) ? " --secret" : "";
    return this.problem(
      key,
      `it is not set: ${what}. Set it with "pulumi config set${secret} idm:${key} …" or in the environment`,
    );
  }

  contradiction(keys: readonly string[]): void {
    this.#problems.push(
      `${keys.map(nameOf).join(" and ")} are set, and only one of them may be: remove the others.`,
    );
  }

  throwProblems(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }
}

/** `idm:baseUrl (IDM_BASE_URL)`: how messages name a setting. */
export function nameOf(key: string): string {
  return `idm:${key} (${environmentName(key)})`;
}

const secretKeys = new Set(["accessToken", "clientSecret", "privateKey"]);

function environmentName(key: string): string {
  return `IDM_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function urlProblem(url: URL): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "it must begin with https://";
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return "http: is allowed for loopback hosts only, as it would send tokens in clear; use https:";
  if (url.username || url.password) return "it must hold no user name and no password";
  if (url.search || url.hash) return "it must hold no query and no fragment";
  return undefined;
}

/** RFC 6761, section 6.3, and the loopback networks. */
function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}
