/** What every setting has. */
interface Described {
  /** What it means: one or two sentences, for the reference. Those about limits and default are generated. */
  readonly description: string;
  /** Default, for the reference, where it is no fixed value. Absent for a setting that has none. */
  readonly defaultInWords?: string;
}

/** Default and allowed range of a number, both ends included. */
export interface NumberRule extends Described {
  readonly kind: "number";
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Whether only whole numbers are allowed. Default: false. */
  readonly whole?: boolean;
}

/** How the value of a setting is read. */
export type SettingRule =
  | (Described & { readonly kind: "text"; readonly secret?: boolean })
  | (Described & { readonly kind: "url" | "dns-servers" })
  | (Described & { readonly kind: "boolean"; readonly default: boolean })
  | NumberRule;

/**
 * All settings. `maxConcurrency` is `idm:maxConcurrency` in the stack configuration and
 * `IDM_MAX_CONCURRENCY` in the environment.
 */
export const settingTable = {
  baseUrl: {
    kind: "url",
    description:
      "Base address. Required. Its path ends in `/api/v2`. `https:` only, except for `localhost`, `127.0.0.0/8` and `[::1]`.",
  },
  authUrl: {
    kind: "url",
    description: "Authorisation server. Tokens come from `{authUrl}/oauth/token/`.",
    defaultInWords: "the origin of `baseUrl`",
  },
  accessToken: { kind: "text", secret: true, description: "Bearer token that is used as it is." },
  clientId: { kind: "text", description: "Client id for client credentials." },
  clientSecret: { kind: "text", secret: true, description: "Client secret." },
  privateKey: {
    kind: "text",
    secret: true,
    description:
      "Unencrypted PEM key (PKCS #8, PKCS #1 or SEC 1) for `private_key_jwt`, instead of a client secret. RSA keys have at least 2048 bits.",
  },
  keyId: { kind: "text", description: "Key id in the header of the client assertion." },
  signingAlgorithm: {
    kind: "text",
    description:
      "`RS256`, `RS384`, `RS512`, `PS256`, `PS384`, `PS512`, `ES256`, `ES384`, `ES512` or `EdDSA`. It must fit the key.",
    defaultInWords: "from the key (RSA: `RS256`)",
  },
  audience: { kind: "text", description: "Audience of the token request.", defaultInWords: "`/api/v2/`" },
  assertionAudience: {
    kind: "text",
    description: "Audience (`aud`) of the client assertion: the authorisation server's issuer.",
    defaultInWords: "`authUrl` with a slash at its end; if that is refused, without",
  },
  maxConcurrency: {
    kind: "number",
    default: 16,
    min: 1,
    max: 256,
    whole: true,
    description: "Most requests in flight.",
  },
  maxRequestsPerSecond: {
    kind: "number",
    default: Number.POSITIVE_INFINITY,
    min: 0.01,
    max: 1000,
    description:
      "Most requests in any second, token requests included. Fractions are allowed: `0.5` is one request in two seconds.",
    defaultInWords: "no limit",
  },
  rateLimitReserve: {
    kind: "number",
    default: 0,
    min: 0,
    max: 90,
    description:
      "Percent of the service's rate limit that stay free for others. Works where responses tell `X-RateLimit-Limit` and `-Remaining`, or the IETF's `RateLimit` fields.",
  },
  requestTimeoutSeconds: {
    kind: "number",
    default: 30,
    min: 0.1,
    max: 600,
    description: "Longest wait for one response.",
  },
  retryDeadlineSeconds: {
    kind: "number",
    default: 300,
    min: 0.1,
    max: 86_400,
    description:
      "Longest time for one operation with all its retries. The wait for a domain has `timeoutSeconds` instead.",
  },
  dnsServers: {
    kind: "dns-servers",
    description:
      "DNS servers that explain why a domain is not ready: IP addresses, each with a port if it is not 53, separated by commas or spaces.",
    defaultInWords: "the system's",
  },
  bulkRead: {
    kind: "boolean",
    default: true,
    description:
      "Whether reads that wait at the same time may be answered from lists, a hundred to a request.",
  },
  log: {
    kind: "text",
    description:
      "`debug` prints one line for each request: method, path, status, time, attempt and request id, never a header or a body. `json` does too, and makes each line of the provider a JSON object.",
  },
} as const satisfies Readonly<Record<string, SettingRule>>;

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
export type SettingOf<Kind extends SettingRule["kind"]> = {
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

/**
 * How messages name a setting: `idm:maxConcurrency (IDM_MAX_CONCURRENCY)`. `key` is how users write its name: the
 * variable where it is the only way.
 */
export function settingName(name: SettingName, key: string = configKey(name)): string {
  const variable = variableName(name);
  return key === variable ? variable : `${key} (${variable})`;
}

/** Whether nobody but the user may see the value. */
export function isSecretSetting(name: SettingName): boolean {
  const rule: SettingRule = settingTable[name];
  return rule.kind === "text" && rule.secret === true;
}
