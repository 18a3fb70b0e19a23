import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A resource as the program gave it to the engine. */
export type Declared = { type: string; name: string; inputs: Record<string, unknown> };

/** All that a program declared, and the values of its exports. */
export type Outcome = { declared: Declared[]; exported: Record<string, unknown> };

/** Runs a prepared example under mocks; rejects with the process's error output when it fails. */
export async function runUnderMocks(folder: string, config: Record<string, string>): Promise<Outcome> {
  const runner = fileURLToPath(new URL("run-under-mocks.ts", import.meta.url));
  const child = fork(runner, [folder, JSON.stringify(config)], { silent: true, execArgv: [] });
  let complaint = "";
  child.stderr?.on("data", (text) => {
    complaint += text;
  });
  let outcome: Outcome | undefined;
  child.on("message", (message) => {
    outcome = message as Outcome;
  });
  const [code] = await once(child, "close");
  if (code !== 0 || outcome === undefined) throw new Error(`The example failed (${code}):\n${complaint}`);
  return outcome;
}
