import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getAsset, isSea } from "node:sea";

/** The package schema as JSON: an asset of the single executable, else a file beside this one. */
export function packageSchema(): string {
  return isSea()
    ? getAsset("schema.json", "utf8")
    : readFileSync(join(import.meta.dirname, "schema.json"), "utf8");
}
