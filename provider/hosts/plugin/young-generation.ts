import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

/** The newest Node that is known to have the flag. V8 prints an error for a flag that it does not have. */
const newestNodeWithFlag = 26;

const hasFlag = Number.parseInt(process.versions.node, 10) <= newestNodeWithFlag;

/**
 * Keeps V8's space for new objects at its first size, which saves 10 MB in a run of 100 resources
 * (docs/performance.md). V8 refuses compiled code that was written with other flags: call this when most of Node's own
 * modules are loaded.
 */
export function keepYoungGenerationSmall(): void {
  setGrowth(1);
}

/** Writes the compiled code of this process to the compile cache, with the flags that the next start has. */
export function writeCompileCache(): void {
  setGrowth(2);
  flushCompileCache();
  setGrowth(1);
}

/** V8's default is 2. */
function setGrowth(factor: number): void {
  if (hasFlag) setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
