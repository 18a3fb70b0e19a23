import { setFlagsFromString } from "node:v8";

/** Of Node; V8 prints an error for a flag that it does not know. */
const lastVersionWithFlag = 26;

/**
 * Leaves undici's HTTP parser, which is WebAssembly, as V8 compiles it first. To optimise it takes V8 more than 20 MB and 50 ms, in the
 * middle of a run of 100 requests, and none of them gets faster by it (docs/performance.md). Has to come before the first connection.
 */
export function keepParserAsItIs(): void {
  const [major = ""] = process.versions.node.split(".");
  if (Number(major) <= lastVersionWithFlag) setFlagsFromString("--wasm-tiering-budget=1000000000");
}
