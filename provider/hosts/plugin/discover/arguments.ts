import { type ParseArgsConfig, parseArgs } from "node:util";
import {
  isSecretSetting,
  isSettingName,
  type SettingName,
  settingTable,
  variableName,
} from "../../../config/setting-table.ts";
import type { SettingsPlace } from "../../../config/settings-place.ts";

/** A provider resource of the stack, and the variable that generated code has for it. */
export interface ProviderName {
  readonly name: string;
  readonly urn: string;
}

/** What `discover` is asked for. */
export interface DiscoverOptions {
  readonly isHelp: boolean;
  /** File to write. Undefined: stdout. */
  readonly out: string | undefined;
  /** Types to list; empty for all. */
  readonly types: readonly string[];
  /** Patterns of names or domains; empty for all. */
  readonly patterns: readonly string[];
  /** The provider resource that the items are imported with. Undefined: the default provider. */
  readonly provider: ProviderName | undefined;
  /** The value of a setting that an option gives. */
  setting(name: string): string | undefined;
}

const allSettings = Object.keys(settingTable) as SettingName[];
/** Settings that have no effect on lists. */
const unused: readonly SettingName[] = ["bulkRead", "dnsServers"];
/** The options that give settings. Credentials have none: other users of the machine can see arguments. */
const settingNames = allSettings.filter((name) => !isSecretSetting(name) && !unused.includes(name));

const options: ParseArgsConfig["options"] & object = {
  help: { type: "boolean", short: "h" },
  out: { type: "string", short: "o" },
  type: { type: "string", multiple: true, short: "t" },
  match: { type: "string", multiple: true, short: "m" },
  provider: { type: "string" },
  ...Object.fromEntries(settingNames.map((name) => [optionName(name), { type: "string" }])),
};

/** Throws a `TypeError` that says which argument is wrong. `types` are those that can be listed. */
export function discoverOptions(args: readonly string[], types: readonly string[]): DiscoverOptions {
  refuseSecrets(args);
  const { values } = parseArgs({ args: [...args], options, allowPositionals: false, strict: true });
  const { help, out, type, match, provider } = values as {
    help?: boolean;
    out?: string;
    type?: string[];
    match?: string[];
    provider?: string;
  };
  const setting = (name: string) => values[optionName(name)] as string | undefined;
  const wanted = (type ?? []).map((name) => name.replace(/^idm:index:/, ""));
  const unknown = wanted.find((name) => !types.includes(name));
  if (unknown !== undefined) throw unknownType(unknown, types);
  const selection = { types: wanted, patterns: match ?? [], provider: providerIn(provider) };
  return { isHelp: help === true, out, ...selection, setting };
}

/** Names no value: the argument after the option is one. */
function refuseSecrets(args: readonly string[]): void {
  const given = args.map((arg) => arg.split("=")[0]);
  const name = allSettings
    .filter(isSecretSetting)
    .find((secret) => given.includes(`--${optionName(secret)}`));
  if (name === undefined) return;
  throw new TypeError(
    `--${optionName(name)}: a credential is no option, because other users of the machine can see it. Set the environment variable ${variableName(name)}`,
  );
}

function unknownType(written: string, types: readonly string[]): TypeError {
  const meant = types.find((type) => type.toLowerCase() === written.toLowerCase());
  return new TypeError(
    meant
      ? `--type ${written}: upper and lower case matter. Use ${meant}`
      : `--type ${written}: there is no list of it. Use ${types.join(", ")}`,
  );
}

function providerIn(text: string | undefined): ProviderName | undefined {
  if (text === undefined) return undefined;
  const [, name, urn] = /^(\w+)=(urn:pulumi:.+::pulumi:providers:idm::.+)$/.exec(text) ?? [];
  if (name === undefined || urn === undefined)
    throw new TypeError(
      `--provider ${text}: it must be NAME=URN, such as second=urn:pulumi:STACK::PROJECT::pulumi:providers:idm::second. pulumi stack --show-urns shows the URN`,
    );
  return { name, urn };
}

/** The options, in the words of messages about settings. */
export const commandLine: SettingsPlace = {
  name: "options",
  keyOf: (name) => {
    if (isOption(name)) return `--${optionName(name)}`;
    return isSettingName(name) ? variableName(name) : name;
  },
  howToSet: (name) => (isOption(name) ? `with --${optionName(name)} …` : undefined),
};

function isOption(name: string): boolean {
  return settingNames.some((other) => other === name);
}

/** `--base-url` for `baseUrl`. */
function optionName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The text of `--help`. */
export function discoverHelp(types: readonly string[]): string {
  const names = settingNames.map((name) => `  --${optionName(name).padEnd(26)} ${variableName(name)}`);
  const secrets = allSettings.filter(isSecretSetting).map(variableName);
  return `Usage: pulumi-resource-idm discover [options]

Lists what the tenant holds, and writes it as a file for "pulumi import --file". It changes nothing.
In a project with the npm package pulumi-idm, begin the command with npx: npx pulumi-resource-idm discover

  -o, --out FILE               File to write. Default: stdout.
  -t, --type TYPE              Only this type: ${types.join(", ")}. Repeatable.
  -m, --match PATTERN          Only items whose name, or domain, is like the pattern: * stands for any characters,
                               ? for one. Upper and lower case are the same. Repeatable: one match is enough.
      --provider NAME=URN      Import with this provider resource of the stack. NAME is its variable in the program.
  -h, --help                   This text.

Settings, by option or environment variable:
${names.join("\n")}
Credentials, by environment variable only: ${secrets.join(", ")}

Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 written, but not everything could be listed.

Example:
  npx pulumi-resource-idm discover --type Role --match 'team-*' --out import.json
  pulumi import --file import.json --out imported.ts
`;
}
