import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../client/user-agent.ts";
import { InternalError } from "../../errors.ts";
import { onEngineGone } from "../engine-gone.ts";
import { EngineLog } from "./engine-log.ts";
import { PluginRuntime } from "./runtime.ts";
import { listen, providerServer } from "./server.ts";

/**
 * Serves one engine and prints the port. `engineAddress` is that of the engine's own server; undefined when the engine
 * attaches to this process and says it then.
 */
export async function serve(engineAddress: string | undefined): Promise<void> {
  const log = new EngineLog();
  const runtime = new PluginRuntime(log);
  tellUncaughtErrors(log);
  if (engineAddress !== undefined) {
    log.connect(engineAddress);
    onEngineGone(engineAddress, () => void exitSoon(runtime));
  }
  const schema = () => readFileSync(join(import.meta.dirname, "schema.json"), "utf8");
  console.log(await listen(providerServer({ version, schema, runtime, log })));
}

/** An error that no call has caught ends no process: other resources may be in the middle of a request. */
function tellUncaughtErrors(log: EngineLog): void {
  const tell = (error: unknown) => log.error(new InternalError(error).withCode().message);
  process.on("uncaughtException", tell);
  process.on("unhandledRejection", tell);
}

/**
 * Time for the answers to requests in flight after the engine was killed. The next run settles the creates of ended
 * processes only.
 */
const finishMs = 2_000;

/** Without its engine, the process finishes what it has begun. What gets no answer is settled by the next run. */
async function exitSoon(runtime: PluginRuntime): Promise<void> {
  setTimeout(() => process.exit(1), finishMs);
  runtime.stopWaits();
  await runtime.inFlight.idle();
  process.exit(1);
}
