import {
  configKey,
  isSecretSetting,
  type SettingName,
  settingNames,
  variableName,
} from "../../../provider/config/setting-table.ts";
import { settingDefault, settingMeaning } from "../schema-settings.ts";
import { code, list, names, page, section, table } from "./markdown.ts";

/** The page of the settings. */
export function settingsPage(): string {
  const rows = settingNames.map((name) => [
    `\`${configKey(name)}\`${isSecretSetting(name) ? " (secret)" : ""}<br>\`${variableName(name)}\``,
    settingMeaning(name),
    settingDefault(name) ?? "",
  ]);
  return page(
    "Settings",
    "Where the service is, the credentials, and the limits of the provider.",
    list(
      "The stack configuration comes first, then the environment. An empty value counts as not set.",
      "The provider resource of the packaged plugin takes the same settings as arguments, under the names after `idm:`. What it leaves out comes from the environment, not from the stack configuration. A credential in its arguments (`accessToken`, `clientSecret` or `privateKey`) counts in place of one of another kind in the environment.",
      `Set \`idm:baseUrl\`, and exactly one of ${names(secrets())}. The last two need \`idm:clientId\`.`,
    ),
    table(["Configuration and environment", "Meaning", "Default"], rows),
    section("Example", code("sh", example)),
  );
}

function secrets(): string[] {
  return settingNames.filter((name: SettingName) => isSecretSetting(name)).map(configKey);
}

const example = [
  "pulumi config set idm:baseUrl https://tenant.example.com/api/v2",
  "pulumi config set idm:clientId …",
  "pulumi config set --secret idm:clientSecret …",
].join("\n");
