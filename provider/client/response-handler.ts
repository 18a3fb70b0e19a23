import type { Dispatcher } from "undici";
import type { HttpHeaders, HttpResponse } from "./http.ts";

/** Removes a byte order mark, which `JSON.parse` rejects. */
const decoder = new TextDecoder();

/**
 * Receives undici's events for one request, and collects the response.
 *
 * undici calls `onRequestStart` once per request: the connection is ready then (for https after the TLS handshake, also
 * through a proxy's tunnel), and no byte of the request is written yet. undici has no way to cancel a request earlier,
 * so `abort` rejects `response` at once and `onRequestStart` refuses the request when its turn comes.
 */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  readonly response: Promise<HttpResponse>;
  readonly #settle: PromiseWithResolvers<HttpResponse>;
  readonly #started: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #abortReason: Error | undefined;
  #sent = false;
  #status = 0;
  #headers: HttpHeaders = {};
  /** The body so far is the first `#length` bytes. Chunks are copied: each may keep a whole socket buffer alive. */
  #body = Buffer.alloc(0);
  #length = 0;

  /** `started` is called before the first byte of the request. */
  constructor(started: () => void = () => {}) {
    this.#started = started;
    this.#settle = Promise.withResolvers();
    this.response = this.#settle.promise;
  }

  /** Whether the service may have received any part of the request. After `abort`, `false` is final. */
  get sent(): boolean {
    return this.#sent;
  }

  /** Rejects `response` with `reason`. Closes the connection of a request that was sent; any other is never sent. */
  abort(reason: Error): void {
    this.#abortReason ??= reason;
    this.#settle.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici then drops the request and keeps the connection.
    if (this.#abortReason) throw this.#abortReason;
    this.#controller = controller;
    this.#sent = true;
    this.#started();
  }

  /** Called for interim responses (1xx) too; the final response is the last. */
  onResponseStart(_controller: unknown, status: number, headers: HttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#body.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#body.length, 4096));
      this.#body.copy(larger, 0, 0, this.#length);
      this.#body = larger;
    }
    chunk.copy(this.#body, this.#length);
    this.#length = needed;
  }

  onResponseEnd(): void {
    const text = decoder.decode(this.#body.subarray(0, this.#length));
    this.#settle.resolve({ status: this.#status, headers: this.#headers, text });
  }

  /** Called without a controller when undici fails before `onRequestStart`. */
  onResponseError(_controller: unknown, error: Error): void {
    this.#settle.reject(error);
  }
}
