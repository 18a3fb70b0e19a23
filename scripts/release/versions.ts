import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../before-install/terminal.mjs";

/** A place that names the version. */
export interface NamedVersion {
  readonly place: string;
  readonly version: string | undefined;
}

/** The version in each file of the checkout that names it. That of package.json is the first. */
export function namedVersions(checkout: string): NamedVersion[] {
  const json = (file: string) => JSON.parse(readFileSync(join(checkout, file), "utf8"));
  const lock = json("package-lock.json");
  return [
    { place: "package.json", version: json("package.json").version },
    { place: "package-lock.json (version)", version: lock.version },
    { place: 'package-lock.json (packages[""].version)', version: lock.packages[""].version },
    {
      place: "provider/hosts/plugin/schema.json",
      version: json("provider/hosts/plugin/schema.json").version,
    },
    ...examples(checkout),
    ...documents(checkout),
  ];
}

/** The examples that depend on a version of this package, as `^1.2.3`. */
function examples(checkout: string): NamedVersion[] {
  const files = globSync("examples/**/package.json", { cwd: checkout, exclude: ["**/node_modules"] });
  return files.sort().flatMap((place) => {
    const { dependencies } = JSON.parse(readFileSync(join(checkout, place), "utf8"));
    const range: string | undefined = dependencies?.["pulumi-idm"];
    return range?.startsWith("^") ? [{ place, version: range.slice(1) }] : [];
  });
}

/** The documents that say which version of the plugin to install. */
function documents(checkout: string): NamedVersion[] {
  const files = globSync(["README.md", "docs/**/*.md", "examples/**/*.md"], {
    cwd: checkout,
    exclude: ["**/node_modules"],
  });
  return files.sort().flatMap((place) => {
    const text = readFileSync(join(checkout, place), "utf8");
    const commands = text.matchAll(/plugin install resource idm v(\d+\.\d+\.\d+(?:-\w+(?:\.\w+)*)?)/g);
    return [...commands].map(([, version]) => ({ place, version }));
  });
}

/** Throws a UserError that names each place whose version is not that of the first. */
export function requireOneVersion([first, ...others]: readonly NamedVersion[]): void {
  const different = others.filter(({ version }) => version !== first?.version);
  if (different.length === 0) return;
  const list = different.map(({ place, version }) => `  ${place} has ${version ?? "none"}`).join("\n");
  throw new UserError(
    `${first?.place} has the version ${first?.version}, and\n${list}\nMake them the same: ` +
      '"npm install --package-lock-only" writes the lockfile, "npm run generate" the schema.',
  );
}

/** Throws a UserError unless the tag is "v" and the version. */
export function requireTagOf(version: string, tag: string): void {
  if (tag !== `v${version}`)
    throw new UserError(
      `The tag is ${tag}, and the version in package.json is ${version}: the tag has to be v${version}. ` +
        `Tag the commit that has the version of the tag, or change the version in package.json.`,
    );
}
