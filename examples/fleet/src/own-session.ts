import { fork } from "node:child_process";
import { constants } from "node:os";

const marker = "FLEET_IN_OWN_SESSION";
const cancel = "cancel";

/**
 * Runs `main` in a second process with a session of its own, and ends with its exit code. A terminal sends Ctrl-C to
 * every process of the terminal's session. Each Pulumi CLI would receive it beside the signal that cancels it, and a
 * CLI that is cancelled twice stops without waiting for what is in flight. `signal` tells `main` of Ctrl-C, SIGTERM
 * and the end of the first process.
 */
export async function inOwnSession(main: (signal: AbortSignal) => Promise<number>): Promise<void> {
  process.exitCode = process.env[marker] ? await runMain(main) : await runSecondProcess();
}

async function runMain(main: (signal: AbortSignal) => Promise<number>): Promise<number> {
  delete process.env[marker];
  const controller = new AbortController();
  const abort = () => controller.abort();
  // A terminal that is closed takes no more output. The tenants that are running end in order.
  process.stdout.on("error", abort);
  process.on("message", abort).on("disconnect", abort).on("SIGINT", abort).on("SIGTERM", abort);
  try {
    return await main(controller.signal);
  } finally {
    process.off("disconnect", abort);
    if (process.connected) process.disconnect();
  }
}

async function runSecondProcess(): Promise<number> {
  const [script = "", ...args] = process.argv.slice(1);
  const child = fork(script, args, { detached: true, env: { ...process.env, [marker]: "1" } });
  const passOn = () => child.connected && child.send(cancel);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, passOn);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
