import type { Dispatcher } from "undici";
import { createDispatcher, maxResponseBytes } from "./dispatcher.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { RequestFailure, requestFailure, timedOut } from "./request-failure.ts";
import { ResponseHandler } from "./response-handler.ts";

export { maxResponseBytes };

export interface TransportOptions {
  /** Connections per origin. */
  readonly connections: number;
  /** Limit from `send` to the last byte of the response. */
  readonly requestTimeoutMs: number;
}

/** Sends single requests through undici; limits time and size, and follows no redirect. */
export class Transport {
  readonly #requestTimeoutMs: number;
  readonly #http: Dispatcher;
  readonly #https: Dispatcher;

  /** Throws `ConfigError` for a proxy variable that cannot be used. Opens no connection. */
  constructor({ connections, requestTimeoutMs }: TransportOptions) {
    this.#requestTimeoutMs = requestTimeoutMs;
    const options = { connections, connectTimeoutMs: requestTimeoutMs };
    this.#http = createDispatcher({ ...options, protocol: "http:" });
    this.#https = createDispatcher({ ...options, protocol: "https:" });
  }

  /**
   * Calls `started` before the first byte of the request. Throws `RequestFailure`, or `signal.reason` when aborted
   * before the request was sent.
   */
  async send(request: HttpRequest, signal: AbortSignal, started?: () => void): Promise<HttpResponse> {
    signal.throwIfAborted();
    const handler = new ResponseHandler(started);
    const timeoutMs = this.#requestTimeoutMs;
    const onTimeout = () => handler.abort(timedOut(request.title, timeoutMs, handler.sent));
    const timer = setTimeout(onTimeout, timeoutMs);
    const onAbort = () => handler.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const { method, origin, path, headers, body = null } = request;
      const dispatcher = origin.startsWith("https:") ? this.#https : this.#http;
      dispatcher.dispatch({ method, origin, path, headers, body }, handler);
      return await handler.response;
    } catch (error) {
      if (error === signal.reason && !handler.sent) throw error;
      throw error instanceof RequestFailure ? error : requestFailure(request, error, handler.sent);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Closes every connection. Requests in flight fail, and so do later ones. */
  close(): void {
    void this.#http.destroy();
    void this.#https.destroy();
  }
}
