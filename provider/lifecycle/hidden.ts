import type { Props } from "./handlers.ts";

/**
 * Names of hidden properties of the state. The engine does not show or compare keys that begin with two underscores.
 */
export const hidden = {
  /** The base address at which the item was last seen: see `last-seen.ts`. States of version 0.1.0 have none. */
  address: "__address",
  /** What the service made of inputs that are not secret, where it is not what was sent: see `answered.ts`. */
  answered: "__answered",
  /** The names of the inputs that the program declared. No values: they may be secret. */
  declared: "__declared",
  /** Identifies the resource that the item belongs to: see `Ownership`. Each create has another. */
  owner: "__owner",
  /** True after an incomplete create, until a refresh: the inputs of the engine say more than this state. */
  partial: "__partial",
  /**
   * Identifies the resource across runs: organization and URN. An input that the SDK sends. The state keeps it, because
   * a refresh that finds drift returns all inputs.
   */
  resource: "__resource",
  /** The names of outputs that the state has as secrets for another reason. No state contains it. */
  secretOutputs: "__secretOutputs",
  /** The names of the inputs that contain a `pulumi.secret`. */
  secrets: "__secrets",
  /** The names of inputs that the service has returned, where their absence is a value: see `absent-values.ts`. */
  told: "__told",
} as const;

/** Hidden inputs of Pulumi: the text of the shell, and the defaults of providers in other languages. */
const hiddenOfPulumi = ["__provider", "__defaults"];

/** Without the hidden properties that a program cannot mean. Another key with two underscores is a mistake in it. */
export function withoutKnownHidden(props: Props): Props {
  const known = new Set<string>([...hiddenOfPulumi, ...Object.values(hidden)]);
  return Object.fromEntries(Object.entries(props).filter(([key]) => !known.has(key)));
}

/**
 * The names of the inputs that contain a `pulumi.secret` of the program, sorted. The SDK sends them in a hidden
 * property.
 */
export function secretNamesIn(props: Props): string[] {
  return namesIn(props[hidden.secrets]);
}

/** The names of the outputs that the state has as secrets, besides those of secret inputs. */
export function secretOutputNamesIn(props: Props): string[] {
  return namesIn(props[hidden.secretOutputs]);
}

function namesIn(names: unknown): string[] {
  return Array.isArray(names) ? names.filter((name) => typeof name === "string").sort() : [];
}

/** Who the resource is, as the SDK says. Undefined for inputs of an earlier version. */
export function resourceIn(props: Props): string | undefined {
  const name = props[hidden.resource];
  return typeof name === "string" ? name : undefined;
}
