import { configKey, isSecretSetting, type SettingName, settingNames } from "./setting-table.ts";
import { type SettingsPlace, stackConfiguration } from "./settings-place.ts";

/** The keys of the stack configuration that begin with `idm:`, each with how its value is kept. */
export type ConfigKeys = Readonly<Record<string, "plain" | "secret">>;

/** A key with more differences from every setting is not taken for a typing error. */
const maxDifferences = 3;

/**
 * What is questionable in the stack configuration: keys that no setting has, and secrets in plain text. Sentences.
 * `project` is the name of the Pulumi project: the keys of a project named `idm` begin with `idm:` too.
 */
export function settingWarnings(keys: ConfigKeys, project: string | undefined): string[] {
  return Object.entries(keys).flatMap(([key, kept]) => {
    const name = settingNames.find((each) => configKey(each) === key);
    if (name === undefined) return unknownSetting(key.slice("idm:".length), stackConfiguration, project);
    return kept === "plain" && isSecretSetting(name) ? [plainSecret(key)] : [];
  });
}

/**
 * Tells that no setting has the name `written`, which users have written in `place`: one sentence or none. The
 * configuration of a Pulumi project named `idm` may have keys of its own.
 */
export function unknownSetting(written: string, place: SettingsPlace, project: string | undefined): string[] {
  const key = place.keyOf(written);
  const nearest = nearestSetting(written);
  if (nearest)
    return [`${key} is not a setting of pulumi-idm and has no effect. Use ${place.keyOf(nearest)}.`];
  if (project === "idm" && place === stackConfiguration) return [];
  const all = settingNames.map((name) => place.keyOf(name)).join(", ");
  return [`${key} is not a setting of pulumi-idm and has no effect. The settings are ${all}.`];
}

function plainSecret(key: string): string {
  return `${key} is in the stack configuration in plain text. Replace it by a new one, and set that with "pulumi config set --secret ${key} …".`;
}

/** The setting whose name differs least, without regard to case and separators. */
function nearestSetting(written: string): SettingName | undefined {
  const distances = settingNames.map((name) => ({
    name,
    distance: distanceOf(lettersOf(written), lettersOf(name)),
  }));
  const [nearest] = distances.sort((left, right) => left.distance - right.distance);
  const limit = Math.min(maxDifferences, written.length / 3);
  return nearest && nearest.distance <= limit ? nearest.name : undefined;
}

/** A longer key is no typing error. The bound keeps the comparison fast. */
const maxLetters = 40;

function lettersOf(name: string): string {
  return name
    .slice(0, maxLetters)
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}

/** Levenshtein distance: how many letters to insert, remove or replace. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
