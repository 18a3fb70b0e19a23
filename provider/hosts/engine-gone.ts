import { subscribe } from "node:diagnostics_channel";
import type { EventEmitter } from "node:events";
import { connect } from "node:net";

/** Time between two polls of the engine's port. It doubles from `first` to `longest`. */
const pollMs = { first: 50, longest: 30_000 };

/**
 * Calls `listener` once the engine at this address (`127.0.0.1:1234`) no longer answers: it was killed. Without its
 * engine, a provider process would continue to create items that no state contains, and would never end.
 *
 * After the engine's connection to the HTTP/2 server of this process closes, it polls the engine's port. Node emits the
 * events used here in the versions that `engines` of package.json names.
 */
export function onEngineGone(address: string, listener: () => void): void {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? [];
  if (host === undefined) return;
  const sessions = new WeakSet<EventEmitter>();
  let isPolling = false;
  const startPolling = () => {
    if (!isPolling) poll({ host, port: Number(port) }, listener, pollMs.first);
    isPolling = true;
  };
  subscribe("http2.server.stream.start", (message) => {
    const session = (message as { stream?: { session?: EventEmitter } }).stream?.session;
    if (!session || sessions.has(session)) return;
    sessions.add(session);
    session.once("close", startPolling);
  });
}

function poll(engine: { host: string; port: number }, onGone: () => void, delayMs: number): void {
  const probe = connect(engine);
  probe.once("error", onGone);
  probe.once("connect", () => {
    probe.destroy();
    setTimeout(poll, delayMs, engine, onGone, Math.min(2 * delayMs, pollMs.longest)).unref();
  });
}
