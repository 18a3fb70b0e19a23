import { configKey, isSecretSetting, type SettingName } from "./setting-table.ts";

/** Where users write settings beside the environment, in the words of messages. */
export interface SettingsPlace {
  /** `stack configuration` */
  readonly name: string;
  /** How users write the name of a setting there: `idm:baseUrl`. */
  keyOf(name: string): string;
  /** How to set a value there: the rest of a sentence that begins with "Set it". Undefined: it cannot be set there. */
  howToSet(setting: SettingName): string | undefined;
}

/** The configuration of the stack: `pulumi config set`. */
export const stackConfiguration: SettingsPlace = {
  name: "stack configuration",
  keyOf: configKey,
  howToSet: (setting) =>
    `with "pulumi config set${isSecretSetting(setting) ? " --secret" : ""} ${configKey(setting)} …"`,
};

/** The arguments of a provider resource that the program declares: `new idm.Provider("second", { … })`. */
export const providerArguments: SettingsPlace = {
  name: "arguments of the provider",
  keyOf: (name) => name,
  howToSet: () => "in the arguments of the provider",
};
