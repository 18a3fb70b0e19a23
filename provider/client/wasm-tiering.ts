import { setFlagsFromString } from "node:v8";

/** The newest Node that is known to have the flag. V8 prints an error for a flag that it does not have. */
const newestNodeWithFlag = 26;

/**
 * Keeps undici's HTTP parser, a WebAssembly module, in the code that V8's baseline compiler makes.
 * V8 otherwise optimises it in the middle of a run of 100 requests, which costs 20 MB and 60 ms and speeds up none of
 * them (docs/performance.md). Applies to WebAssembly modules that this process compiles afterwards.
 */
export function disableWasmOptimisation(nodeVersion: string = process.versions.node): void {
  const major = Number.parseInt(nodeVersion, 10);
  if (major <= newestNodeWithFlag) setFlagsFromString("--wasm-tiering-budget=1000000000");
}
