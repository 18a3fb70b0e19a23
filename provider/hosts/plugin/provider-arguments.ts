// The arguments of a provider resource, read as settings.
import { credentialSettings, excludedSettings } from "../../config/credentials.ts";
import {
  isSettingName,
  type SettingName,
  settingName,
  settingNames,
  variableName,
} from "../../config/setting-table.ts";
import {
  inspectSettings,
  type SettingProblem,
  type SettingsReport,
  type Source,
} from "../../config/settings.ts";
import { providerArguments, type SettingsPlace, stackConfiguration } from "../../config/settings-place.ts";
import { type Props, unknownValue } from "../../lifecycle/handlers.ts";

/** A provider resource: its URN, and its arguments without envelopes. */
export interface ProviderArguments {
  readonly urn: string;
  readonly values: Props;
  /** Whether the program marks `baseUrl` as a secret. Default: false. */
  readonly isAddressSecret?: boolean;
}

/**
 * Whether the engine keeps a state. `pulumi do --stateless` keeps none: its provider has no name, and the resources of
 * all its runs have the same URN.
 */
export function hasState({ urn }: ProviderArguments): boolean {
  return urn === "" || !urn.endsWith("::");
}

/** Where the user has written the arguments: the engine fills those of a default provider from the stack. */
export function placeOf({ urn }: Pick<ProviderArguments, "urn">): SettingsPlace {
  return isDefault(nameIn(urn)) ? stackConfiguration : providerArguments;
}

/** The name of a provider resource that the program declares. Undefined for the engine's own default provider. */
export function declaredName({ urn }: ProviderArguments): string | undefined {
  const name = nameIn(urn);
  return name === "" || isDefault(name) ? undefined : name;
}

function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

function isDefault(name: string): boolean {
  return /^default(_|$)/.test(name);
}

/**
 * Reads arguments and environment. Nothing is wrong with a value that is not known yet, nor with what depends on it:
 * one credential more or less makes the others right or wrong.
 */
export function inspectArguments(provider: ProviderArguments): SettingsReport {
  const place = placeOf(provider);
  const copied: readonly string[] = copiedCredentials(provider);
  const values = Object.fromEntries(
    Object.entries(provider.values).filter(([name]) => !copied.includes(name)),
  );
  const { settings, wrong, missing } = inspectSettings(
    (key) => textOf(values[key.slice("idm:".length)]),
    environmentOf(values, place),
    place,
  );
  const open = openSettings(values);
  const closed = wrong.filter((problem) => !problem.settings.some((name) => open.includes(name)));
  return { settings, wrong: [...closed, ...nestedValues(values, place)], missing };
}

/**
 * The credentials that are in the arguments and in the environment with the same value. The class of a generated SDK
 * copies them. They count as part of the environment: the state does not get them, and they change with it.
 */
export function copiedCredentials(provider: ProviderArguments): SettingName[] {
  if (placeOf(provider) !== providerArguments) return [];
  return credentialSettings.filter((name) => {
    const text = textOf(provider.values[name]);
    return text !== undefined && text === process.env[variableName(name)];
  });
}

/**
 * The environment beside these arguments. A provider resource of the program has a tenant of its own: its credential
 * counts in place of one of another kind in the environment, which is for the default provider.
 */
function environmentOf(values: Props, place: SettingsPlace): Source {
  const given = settingNames.filter((name) => values[name] === unknownValue || textOf(values[name])?.trim());
  const excluded = place === providerArguments ? excludedSettings(given).map(variableName) : [];
  return (name) => (excluded.includes(name) ? undefined : process.env[name]);
}

function openSettings(values: Props): readonly SettingName[] {
  const open = settingNames.filter((name) => values[name] === unknownValue);
  return open.some((name) => credentialSettings.includes(name)) ? [...open, ...credentialSettings] : open;
}

function nestedValues(values: Props, place: SettingsPlace): SettingProblem[] {
  return settingNames
    .filter((name) => typeof values[name] === "object" && values[name] !== null)
    .map((name) => ({
      settings: [name],
      text: `${settingName(name, place.keyOf(name))}: it must be a single value, not a list or a map.`,
    }));
}

/** The engine passes stack configuration as strings, and generated packages write numbers and booleans as strings. */
function textOf(value: unknown): string | undefined {
  if (value === unknownValue || value === null || typeof value === "object") return undefined;
  return value === undefined ? undefined : String(value);
}

/** The names of arguments that are no settings. */
export function unknownNames(values: Props): string[] {
  return Object.keys(values).filter((name) => !isSettingName(name) && !engineNames.includes(name));
}

/** What the engine itself adds to the arguments. */
const engineNames = ["version", "pluginDownloadURL"];
