import { InternalError } from "../../errors.ts";
import { onEngineGone } from "../engine-gone.ts";
import { lazyService } from "./lazy-service.ts";
import type { Provider } from "./provider.ts";
import { listen, methodNames, serverOf } from "./server.ts";
import { saveMemoryAndTime, writeCompileCache } from "./v8-flags.ts";

/**
 * Serves one engine and prints the port. `engineAddress` is that of the engine's own server; undefined when the engine
 * attaches to this process and says it then.
 */
export async function serve(engineAddress: string | undefined): Promise<void> {
  let provider: Promise<Provider> | undefined;
  const load = () => {
    provider ??= import("./provider.ts").then(({ createProvider }) => {
      // Node itself would write it at the end of the process only, which the engine kills.
      writeCompileCache();
      return createProvider(engineAddress);
    });
    return provider;
  };
  tellUncaughtErrors(load);
  if (engineAddress !== undefined) onEngineGone(engineAddress, () => void exitSoon(provider));
  console.log(await listen(serverOf(lazyService(methodNames, async () => (await load()).service))));
  // The server has loaded the modules of Node that it needs.
  saveMemoryAndTime();
}

/** An error that no call has caught ends no process: other resources may be in the middle of a request. */
function tellUncaughtErrors(load: () => Promise<Provider>): void {
  const tell = (error: unknown) =>
    load().then(({ log }) => log.error(new InternalError(error).withCode().message), console.error);
  process.on("uncaughtException", tell);
  process.on("unhandledRejection", tell);
}

/**
 * Time for the answers to requests in flight after the engine was killed. The next run settles the creates of ended
 * processes only.
 */
const finishMs = 2_000;

/** Without its engine, the process finishes what it has begun. What gets no answer is settled by the next run. */
async function exitSoon(provider: Promise<Provider> | undefined): Promise<void> {
  setTimeout(() => process.exit(1), finishMs);
  const loaded = await provider;
  loaded?.runtime.stopWaits();
  await loaded?.runtime.inFlight.idle();
  process.exit(1);
}
