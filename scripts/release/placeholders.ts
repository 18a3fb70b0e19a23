import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesWith } from "./git.ts";

/** A regular expression for JavaScript and for git. */
const placeholder = "(^|[^A-Z_])OWNER([^A-Z_]|$)|pulumi-idm\\.example|example\\.com/pulumi-idm";
/** These name the placeholders on purpose. */
const exceptions = ["docs/publishing.md", "test", "scripts/release"];

/** Whether a value is still to be filled in. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value !== "string" || new RegExp(placeholder).test(value);
}

/** The places that still have a placeholder, as `package.json: homepage is https://…`. */
export function placeholders(checkout: string): string[] {
  const manifest = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
  const values = {
    homepage: manifest.homepage,
    "bugs.url": manifest.bugs?.url,
    "repository.url": manifest.repository?.url,
    author: manifest.author,
  };
  const inManifest = Object.entries(values)
    .filter(([, value]) => isPlaceholder(value))
    .map(([name, value]) => `package.json: ${name} is ${value ?? "missing"}`);
  const paths = [".", ...["package.json", ...exceptions].map((path) => `:!${path}`)];
  return [...inManifest, ...filesWith(checkout, placeholder, paths)];
}
