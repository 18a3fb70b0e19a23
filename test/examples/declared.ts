import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A resource that the program registered. */
export type DeclaredResource = { type: string; name: string; inputs: Record<string, unknown> };

/** All resources that a program registered, and the values of its exports. */
export type ExampleRun = { declared: DeclaredResource[]; exported: Record<string, unknown> };

/**
 * Runs a prepared example under Pulumi's mocks. Rejects with the error output of its process when it fails. `env` adds
 * to the environment.
 */
export async function runUnderMocks(
  folder: string,
  config: Record<string, string>,
  { entry = "bin/index.js", env = {} }: { entry?: string; env?: Record<string, string> } = {},
): Promise<ExampleRun> {
  const runner = fileURLToPath(new URL("run-under-mocks.ts", import.meta.url));
  const child = fork(runner, [folder, JSON.stringify(config), entry], {
    silent: true,
    execArgv: [],
    env: { ...process.env, ...env },
  });
  let errorOutput = "";
  child.stderr?.on("data", (chunk) => {
    errorOutput += chunk;
  });
  let result: ExampleRun | undefined;
  child.on("message", (message) => {
    result = message as ExampleRun;
  });
  const [code] = await once(child, "close");
  if (code !== 0 || result === undefined) throw new Error(`The example failed (${code}):\n${errorOutput}`);
  return result;
}
