/** Default and allowed range of a number, both ends included. */
export interface NumberRule {
  readonly kind: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whether only whole numbers are allowed. Default: false. */
  readonly whole?: boolean;
}

/** How the value of a setting is read. */
type Rule =
  | { readonly kind: "text"; readonly secret?: boolean }
  | { readonly kind: "url" | "dns-servers" }
  | { readonly kind: "boolean"; readonly default: boolean }
  | NumberRule;

/**
 * All settings, one a line. `maxConcurrency` is `idm:maxConcurrency` in the stack configuration and
 * `IDM_MAX_CONCURRENCY` in the environment.
 */
export const settingTable = {
  baseUrl: { kind: "url" },
  authUrl: { kind: "url" },
  accessToken: { kind: "text", secret: true },
  clientId: { kind: "text" },
  clientSecret: { kind: "text", secret: true },
  privateKey: { kind: "text", secret: true },
  keyId: { kind: "text" },
  signingAlgorithm: { kind: "text" },
  audience: { kind: "text" },
  assertionAudience: { kind: "text" },
  maxConcurrency: { kind: "number", default: 16, min: 1, max: 256, whole: true },
  maxRequestsPerSecond: { kind: "number", default: Number.POSITIVE_INFINITY, min: 0.01, max: 1000 },
  rateLimitReserve: { kind: "number", default: 0, min: 0, max: 90 },
  requestTimeoutSeconds: { kind: "number", default: 30, min: 0.1, max: 600 },
  retryDeadlineSeconds: { kind: "number", default: 300, min: 0.1, max: 86_400 },
  dnsServers: { kind: "dns-servers" },
  bulkRead: { kind: "boolean", default: true },
  log: { kind: "text" },
} as const satisfies Readonly<Record<string, Rule>>;

type Table = typeof settingTable;

/** The name of a setting: `maxConcurrency`. */
export type SettingName = keyof Table;

/** The names of all settings. */
export const settingNames = Object.keys(settingTable) as SettingName[];

/** Whether a setting has this name. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name);
}

/** The names of the settings of this kind. */
export type SettingOf<Kind extends Rule["kind"]> = {
  [Name in SettingName]: Table[Name]["kind"] extends Kind ? Name : never;
}[SettingName];

/** Key in the stack configuration: `idm:maxConcurrency`. */
export function configKey(name: string): string {
  return `idm:${name}`;
}

/** Environment variable: `IDM_MAX_CONCURRENCY`. */
export function variableName(name: SettingName): string {
  return `IDM_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** How messages name a setting: `idm:maxConcurrency (IDM_MAX_CONCURRENCY)`. `key` is how users write its name. */
export function settingName(name: SettingName, key: string = configKey(name)): string {
  return `${key} (${variableName(name)})`;
}

/** Whether nobody but the user may see the value. */
export function isSecretSetting(name: SettingName): boolean {
  const rule: Rule = settingTable[name];
  return rule.kind === "text" && rule.secret === true;
}
