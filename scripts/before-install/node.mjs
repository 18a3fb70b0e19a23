import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "./run.mjs";
import { UserError } from "./terminal.mjs";

/**
 * The Node that runs scripts and tests: the one that `npm ci` has installed for this platform, else the one that runs
 * now. Throws a UserError when that one is too old for the scripts.
 * @param {{ pinned?: string, running?: string, version?: string }} [machine] tests set it
 */
export function findNode({
  pinned = pinnedNode(),
  running = process.execPath,
  version = process.version,
} = {}) {
  if (existsSync(pinned)) return pinned;
  if (isSupported(version)) return running;
  throw new UserError(
    `The scripts need Node 22.19 or newer, from 24 on 24.2 or newer. This one is ${version}, and package-lock.json pins none for ${process.platform}-${process.arch}. Install one from https://nodejs.org, then run the command again.`,
  );
}

/** Where `npm ci` puts the package of this platform, which scripts/node/package.json names. */
function pinnedNode() {
  const isWindows = process.platform === "win32";
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  return join(checkout, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
}

/** @param {string} version */
function isSupported(version) {
  const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)\./.exec(version) ?? []).map(Number);
  return (major === 22 && minor >= 19) || (major === 24 && minor >= 2) || major > 24;
}
