import { InternalError } from "../../errors.ts";
import { onEngineGone } from "../engine-gone.ts";
import { lazyService } from "./lazy-service.ts";
import type { LoadedService } from "./load-service.ts";
import { listen, methodNames, providerServer } from "./server.ts";
import { keepYoungGenerationSmall, writeCompileCache } from "./young-generation.ts";

/**
 * Serves one engine and prints the port. `engineAddress` is that of the engine's own server; undefined when the engine
 * attaches to this process and says it then.
 */
export async function serve(engineAddress: string | undefined): Promise<void> {
  let loaded: LoadedService | undefined;
  tellUncaughtErrors((line) => (loaded ? loaded.log.error(line) : console.error(line)));
  if (engineAddress !== undefined) onEngineGone(engineAddress, () => void exitSoon(loaded));
  const server = providerServer(
    lazyService(methodNames, async () => {
      const { loadService } = await import("./load-service.ts");
      // Node itself would write it at the end of the process only, which the engine kills.
      writeCompileCache();
      loaded = loadService(engineAddress);
      return loaded.service;
    }),
  );
  console.log(await listen(server));
  // The server has loaded the modules of Node that it needs.
  keepYoungGenerationSmall();
}

/** An error that no call has caught ends no process: other resources may be in the middle of a request. */
function tellUncaughtErrors(show: (line: string) => void): void {
  const tell = (error: unknown) => show(new InternalError(error).withCode().message);
  process.on("uncaughtException", tell);
  process.on("unhandledRejection", tell);
}

/**
 * Time for the answers to requests in flight after the engine was killed. The next run settles the creates of ended
 * processes only.
 */
const finishMs = 2_000;

/** Without its engine, the process finishes what it has begun. What gets no answer is settled by the next run. */
async function exitSoon(loaded: LoadedService | undefined): Promise<void> {
  setTimeout(() => process.exit(1), finishMs);
  loaded?.runtime.stopWaits();
  await loaded?.runtime.inFlight.idle();
  process.exit(1);
}
