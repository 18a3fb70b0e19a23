import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The files of the release with their sizes, for the terminal. */
export function listRelease(folder: string): string {
  const rows = readdirSync(folder).map((name) => [sizeOf(join(folder, name)), name] as const);
  const width = Math.max(...rows.map(([size]) => size.length));
  return [folder, ...rows.map(([size, name]) => `  ${size.padStart(width)}  ${name}`)].join("\n");
}

function sizeOf(file: string): string {
  const kilobytes = Math.ceil(statSync(file).size / 1000);
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
}
