// npm run generate: writes the argument and output types of the SDK and the README's resource tables from the provider's schemas.
// With --check it writes nothing, and fails when something would change.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as registry from "../provider/index.ts";
import { resourceTables } from "./generate/tables.ts";
import { typesModule } from "./generate/types.ts";

const definitions = Object.values(registry);
const stale = [
  update("../sdk/types.ts", () => formatted("sdk/types.ts", typesModule(definitions))),
  update("../README.md", (text) => betweenMarkers(text, resourceTables(definitions))),
].filter((file) => file !== undefined);

if (process.argv.includes("--check") && stale.length > 0) {
  console.error(`Not up to date: ${stale.join(", ")}. Run "npm run generate".`);
  process.exitCode = 1;
}

/** Rewrites a file when its text changes; its path when it did (or would, with --check). */
function update(relative: string, rewrite: (text: string) => string): string | undefined {
  const url = new URL(relative, import.meta.url);
  const before = readFileSync(url, { encoding: "utf8", flag: "a+" });
  const after = rewrite(before);
  if (after === before) return undefined;
  if (!process.argv.includes("--check")) writeFileSync(url, after);
  return fileURLToPath(url).split("/").slice(-2).join("/");
}

/** As the formatter of the repository would write it. */
function formatted(path: string, text: string): string {
  const biome = fileURLToPath(new URL("../node_modules/.bin/biome", import.meta.url));
  return execFileSync(biome, ["format", `--stdin-file-path=${path}`], { input: text, encoding: "utf8" });
}

function betweenMarkers(text: string, tables: string): string {
  const [begin, end] = ["<!-- resources -->\n", "\n<!-- /resources -->"];
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end, from - 1);
  if (from < begin.length || to < 0) return missingMarkers(text);
  return text.slice(0, from) + tables + text.slice(to);
}

function missingMarkers(text: string): string {
  console.error("README.md has no place for the resource tables: <!-- resources --> … <!-- /resources -->");
  process.exitCode = 1;
  return text;
}
