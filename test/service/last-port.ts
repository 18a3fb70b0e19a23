import { once } from "node:events";
import { createServer } from "node:net";
import type { Identity } from "./identity.ts";

/** The port at the last start with this identity, so that the address stays the same. 0 when it is in use, or new. */
export async function lastPort({ issuers }: Identity): Promise<number> {
  const port = Number(URL.parse(issuers.at(-1) ?? "")?.port ?? 0);
  return port !== 0 && (await isFree(port)) ? port : 0;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return true;
  } catch {
    return false;
  }
}
