import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";

const nodeMajor = Number.parseInt(process.versions.node, 10);
/** The newest Node that is known to have the flags. V8 prints an error for a flag that it does not have. */
const newestNodeWithFlags = 26;
/** Node 22 runs without V8's second compiler. */
const oldestNodeWithMaglev = 24;

/** A process that lives longer has enough work for V8's optimising compilers. */
const longRunMs = 10_000;

/** V8's space for new objects: the factor by which it grows, and the default. */
const youngGeneration = {
  ours: ["--semi-space-growth-factor=1"],
  defaults: ["--semi-space-growth-factor=2"],
};
/** V8's optimising compilers. */
const optimisation =
  nodeMajor >= oldestNodeWithMaglev
    ? { ours: ["--no-opt", "--no-maglev"], defaults: ["--opt", "--maglev"] }
    : { ours: ["--no-opt"], defaults: ["--opt"] };

/**
 * Keeps V8's space for new objects at its first size, and its optimising compilers off for 10 seconds. In a run of 100
 * resources they cost more than they save: together 20 MB and a sixth of the CPU time (docs/performance.md). V8 refuses
 * compiled code that was written with other flags: call this when most of Node's own modules are loaded.
 */
export function saveMemoryAndTime(): void {
  setFlags([...youngGeneration.ours, ...optimisation.ours]);
  setTimeout(() => setFlags(optimisation.defaults), longRunMs).unref();
}

/** Writes the compiled code of this process to the compile cache, with the flags that the next start has. */
export function writeCompileCache(): void {
  setFlags([...youngGeneration.defaults, ...optimisation.defaults]);
  flushCompileCache();
  setFlags([...youngGeneration.ours, ...optimisation.ours]);
}

function setFlags(flags: readonly string[]): void {
  if (nodeMajor <= newestNodeWithFlags) for (const flag of flags) setFlagsFromString(flag);
}
