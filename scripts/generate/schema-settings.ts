import {
  isSecretSetting,
  type SettingName,
  type SettingRule,
  settingNames,
  settingTable,
  variableName,
} from "../../provider/config/setting-table.ts";

type Json = Record<string, unknown>;

/** The parts of the package schema that are about settings: stack configuration and provider resource. */
export function settingSpecs(): Json {
  const specs = (names: readonly SettingName[], hasDefault: boolean): Json =>
    Object.fromEntries(names.map((name) => [name, settingSpec(name, hasDefault)]));
  // Pulumi passes provider resources their arguments as strings, and offers only strings as their outputs.
  const outputs = settingNames.filter((name) => typeOf(settingTable[name]) === "string");
  return {
    config: { variables: specs(settingNames, true) },
    provider: {
      description:
        "The settings of one tenant. A program that manages several tenants declares a provider for each.",
      inputProperties: specs(settingNames, true),
      properties: specs(outputs, false),
    },
  };
}

function settingSpec(name: SettingName, hasDefault: boolean): Json {
  const rule: SettingRule = settingTable[name];
  const isFixed = "default" in rule && rule.default !== Number.POSITIVE_INFINITY;
  return {
    type: typeOf(rule),
    description: describeSetting(name),
    ...(hasDefault && isFixed && { default: rule.default }),
    ...(hasDefault && { defaultInfo: { environment: [variableName(name)] } }),
    ...(isSecretSetting(name) && { secret: true }),
  };
}

function typeOf(rule: SettingRule): string {
  if (rule.kind === "number") return rule.whole ? "integer" : "number";
  return rule.kind === "boolean" ? "boolean" : "string";
}

/** What a setting means, with a sentence each for limits and default. */
export function describeSetting(name: SettingName): string {
  const preset = settingDefault(name);
  return [settingMeaning(name), ...(preset ? [`Default: ${preset}.`] : [])].join(" ");
}

/** What a setting means, with a sentence for its limits. */
export function settingMeaning(name: SettingName): string {
  const rule: SettingRule = settingTable[name];
  const limits = rule.kind === "number" ? [`${rule.min} to ${rule.max}.`] : [];
  return [rule.description, ...limits].join(" ");
}

/** The default of a setting. Undefined when it has none. */
export function settingDefault(name: SettingName): string | undefined {
  const rule: SettingRule = settingTable[name];
  const fixed = "default" in rule ? `\`${rule.default}\`` : undefined;
  return rule.defaultInWords ?? fixed;
}
