import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the checkout. */
export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Runs a program in the terminal of this process and, by default, in `checkout`.
 * Resolves to its exit code, or to 128 plus the signal's number.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: checkout, stdio: "inherit", ...options });
  const stopWaiting = waitForChildOnSignal(child);
  /** @type {Promise<number>} */
  const exitCode = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
  return exitCode.finally(stopWaiting);
}

/**
 * Keeps this process alive on a signal until the child has ended. The terminal sends Ctrl-C to the child as well;
 * a SIGTERM is passed on to it.
 * @param {import("node:child_process").ChildProcess} child
 */
function waitForChildOnSignal(child) {
  const wait = () => {};
  const passOn = () => child.kill("SIGTERM");
  process.on("SIGINT", wait).on("SIGTERM", passOn);
  return () => process.off("SIGINT", wait).off("SIGTERM", passOn);
}
