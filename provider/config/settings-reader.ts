import { isIP } from "node:net";
import { parseDnsServers } from "./dns-servers.ts";
import {
  configKey,
  type NumberRule,
  type SettingName,
  type SettingOf,
  settingName,
  settingTable,
  variableName,
} from "./setting-table.ts";
import { type SettingsPlace, stackConfiguration } from "./settings-place.ts";

/** Looks up a value by its full name: `idm:baseUrl` in the stack configuration, `IDM_BASE_URL` in the environment. */
export type Source = (name: string) => string | undefined;

/** A setting that is malformed, or settings that contradict each other. */
export interface SettingProblem {
  /** The settings that it is about. */
  readonly settings: readonly SettingName[];
  /** A sentence. */
  readonly text: string;
}

/**
 * Reads one setting at a time, and collects all problems.
 * No problem contains a value: a user may enter a secret under the wrong name.
 */
export class SettingsReader {
  readonly #config: Source;
  readonly #environment: Source;
  readonly #place: SettingsPlace;
  readonly #wrong: SettingProblem[] = [];
  readonly #missing: string[] = [];

  /** Values of `config` go before values of `environment`. Messages call `config` by the words of `place`. */
  constructor(config: Source, environment: Source, place: SettingsPlace = stackConfiguration) {
    this.#config = config;
    this.#environment = environment;
    this.#place = place;
  }

  /** What is malformed, and what contradicts something else. */
  get wrong(): readonly SettingProblem[] {
    return this.#wrong;
  }

  /** What is required and not set. Sentences. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  /** The value without surrounding white space; undefined when it is not set or empty. */
  string(name: SettingName): string | undefined {
    return this.#configured(name) ?? (this.#environment(variableName(name))?.trim() || undefined);
  }

  #configured(name: SettingName): string | undefined {
    return this.#config(configKey(name))?.trim() || undefined;
  }

  /** Undefined when the value is not set or cannot be parsed. A parsed URL is returned also when it is not allowed. */
  url(name: SettingOf<"url">): URL | undefined {
    const value = this.string(name);
    if (value === undefined) return undefined;
    if (/^["'“‘]|["'”’]$/.test(value))
      return this.problem(name, "it must not have quotation marks around it");
    const url = URL.parse(value) ?? undefined;
    const problems = url
      ? urlProblems(url)
      : [
          `it must be an absolute URL, such as https://tenant.example.com${name === "baseUrl" ? "/api/v2" : ""}`,
        ];
    for (const problem of problems) this.problem(name, problem);
    return url;
  }

  /** The default when the value is not set. */
  number(name: SettingOf<"number">): number {
    const rule: NumberRule = settingTable[name];
    const written = this.string(name);
    if (written === undefined) return rule.default;
    const value = /^\d+(\.\d+)?$/.test(written) ? Number(written) : Number.NaN;
    const allowed = value >= rule.min && value <= rule.max && (!rule.whole || Number.isInteger(value));
    if (!allowed)
      this.problem(name, `it must be a ${rule.whole ? "whole " : ""}number from ${rule.min} to ${rule.max}`);
    return value;
  }

  /** The default when the value is not set. */
  boolean(name: SettingOf<"boolean">): boolean {
    const written = this.string(name)?.toLowerCase();
    if (written !== undefined && written !== "true" && written !== "false")
      this.problem(name, "it must be true or false");
    return written === undefined ? settingTable[name].default : written === "true";
  }

  /** Server addresses as `parseDnsServers` returns them; empty when the value is not set. */
  dnsServers(name: SettingOf<"dns-servers">): string[] {
    try {
      return parseDnsServers(this.string(name) ?? "");
    } catch {
      this.problem(
        name,
        'it must be IP addresses separated by commas or spaces, each with a port if it is not 53: "192.0.2.53, [2001:db8::53]:5353"',
      );
      return [];
    }
  }

  /** Adds a problem of a value that is set. `what` is the end of a sentence, without full stop. */
  problem(name: SettingName, what: string): undefined {
    this.#wrong.push({ settings: [name], text: `${this.nameOf(name)}: ${what}.` });
  }

  /** Adds the problem that a required value is not set. */
  require(name: SettingName, what: string): undefined {
    const ways = [this.#place.howToSet(name), "in the environment"].filter((way) => way !== undefined);
    this.#missing.push(`${this.nameOf(name)}: it is not set: ${what}. Set it ${ways.join(" or ")}.`);
  }

  /** Adds the problem that several values are set which exclude each other. */
  conflict(names: readonly SettingName[]): void {
    const text = `${this.namesAndPlaces(names)} are set, but only one of them is allowed: remove the others.`;
    this.#wrong.push({ settings: names, text });
  }

  /** How messages name a setting: `idm:maxConcurrency (IDM_MAX_CONCURRENCY)`. */
  nameOf(name: SettingName): string {
    return settingName(name, this.#place.keyOf(name));
  }

  /** How users write the name of a setting: `idm:maxConcurrency`. */
  keyOf(name: SettingName): string {
    return this.#place.keyOf(name);
  }

  /** Names and places of values that are set: `idm:keyId (IDM_KEY_ID) in the environment`. */
  namesAndPlaces(names: readonly SettingName[]): string {
    return names.map((name) => `${this.nameOf(name)} in the ${this.placeOf(name)}`).join(" and ");
  }

  /** Where a value is set. */
  placeOf(name: SettingName): string {
    return this.#configured(name) === undefined ? "environment" : this.#place.name;
  }
}

function urlProblems(url: URL): string[] {
  const problems: string[] = [];
  if (url.protocol !== "https:" && url.protocol !== "http:") problems.push("it must begin with https://");
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    problems.push(
      "http: is allowed for localhost, 127.0.0.0/8 and [::1] only, because it sends tokens unencrypted; use https:",
    );
  if (url.username || url.password) problems.push("it must not contain a user name or a password");
  if (url.search || url.hash) problems.push("it must not contain a query or a fragment");
  return problems;
}

/** Not `x.localhost`: many systems ask a DNS server for it, which may answer with another machine. */
function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIP(hostname) === 4 && hostname.startsWith("127.");
}
