import type { Dispatcher } from "undici";
import type { Headers } from "./rate-limit-headers.ts";

/** An answer, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The largest answer that is read, in bytes; every answer of the interface is far below. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** Drops a byte order mark, which JSON.parse would stumble over. */
const decoder = new TextDecoder();

export class TooLargeError extends Error {
  override readonly name = "TooLargeError";

  constructor() {
    super(`the answer is larger than ${maxResponseBytes / 1024 / 1024} MiB`);
  }
}

/**
 * One request on its way and the answer to it, as undici's dispatcher tells of them. Unlike undici's own `request` it knows whether the
 * request was handed to an open connection, ends at once when it is aborted (one that waits for a connection too), and costs less.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Settles once; what the dispatcher tells later is ignored. */
  readonly answer: Promise<HttpAnswer>;
  readonly #settle: PromiseWithResolvers<HttpAnswer>;
  #controller: Dispatcher.DispatchController | undefined;
  #failed: Error | undefined;
  #sent = false;
  #status = 0;
  #headers: Headers = {};
  #bytes = 0;
  readonly #chunks: Buffer[] = [];

  constructor() {
    this.#settle = Promise.withResolvers();
    this.answer = this.#settle.promise;
  }

  /** Whether the service may have got any of the request; once false, it stays so when the exchange has failed. */
  get sent(): boolean {
    return this.#sent;
  }

  /** Ends it; a request that waits for a connection is not sent any more. */
  abort(error: Error): void {
    if (this.#failed) return;
    this.#failed = error;
    this.#settle.reject(error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#failed) {
      controller.abort(this.#failed);
    } else {
      this.#controller = controller;
      this.#sent = true;
    }
  }

  onResponseStart(_controller: unknown, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > maxResponseBytes) this.abort(new TooLargeError());
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const text = decoder.decode(body);
    this.#settle.resolve({ status: this.#status, headers: this.#headers, text });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#failed ??= error;
    this.#settle.reject(error);
  }
}
