import { spawn } from "node:child_process";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the checkout. */
export const checkout = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a program of this terminal in `checkout`, unless `options` say otherwise; resolves to its exit code, 128 and more for a signal. */
export function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: checkout, stdio: "inherit", ...options });
  const release = outlive(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(release);
}

/** Runs a script under the Node of this checkout, which may be newer than the one that runs now. */
export function runUnderOurNode(script, args, env) {
  return run(join(checkout, "node_modules", ".bin", "node"), [script, ...args], { env });
}

/** Ctrl-C reaches the child by itself, and it says when it is done; a SIGTERM is passed on. */
function outlive(child) {
  const wait = () => {};
  const passOn = () => child.kill("SIGTERM");
  process.on("SIGINT", wait).on("SIGTERM", passOn);
  return () => process.off("SIGINT", wait).off("SIGTERM", passOn);
}
