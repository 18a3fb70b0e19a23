import { readFileSync } from "node:fs";
import { join } from "node:path";

const placeholder = /\bOWNER\b|\.example\b|\bexample\.com\//;

/** Whether a value is still to be filled in. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value !== "string" || placeholder.test(value);
}

/** The places that still have a placeholder, as `package.json: homepage is https://…`. */
export function placeholders(checkout: string): string[] {
  const json = (file: string) => JSON.parse(readFileSync(join(checkout, file), "utf8"));
  const { homepage, bugs, repository, author } = json("package.json");
  const { go } = json("provider/hosts/plugin/schema.json").language;
  const values = {
    "package.json: homepage": homepage,
    "package.json: bugs.url": bugs?.url,
    "package.json: repository.url": repository?.url,
    "package.json: author": author,
    "scripts/generate/schema.ts: goModule": go.importBasePath,
  };
  return Object.entries(values)
    .filter(([, value]) => isPlaceholder(value))
    .map(([place, value]) => `${place} is ${value ?? "missing"}`);
}
