import type { ClientRequest, IncomingMessage } from "node:http";
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

/** One request on its way and the answer to it. */
export class Exchange {
  /** Settles once; what the connection tells later is ignored. */
  readonly answer: Promise<HttpAnswer>;
  readonly #settle: PromiseWithResolvers<HttpAnswer>;
  readonly #request: ClientRequest;
  #response: IncomingMessage | undefined;
  #sent = false;

  /** Sends `request` with this body; `ready` is the event of a new connection that it waits for. */
  constructor(request: ClientRequest, ready: "connect" | "secureConnect", body?: string) {
    this.#settle = Promise.withResolvers();
    this.answer = this.#settle.promise;
    this.#request = request;
    const handedOver = () => {
      this.#sent = !request.destroyed;
    };
    request.once("socket", (socket) => {
      // One that was used before, or leads through a proxy's tunnel, is ready already.
      if (socket.connecting) socket.once(ready, handedOver);
      else handedOver();
    });
    request.once("response", (response) => this.#read(response));
    // An answer that is complete stands, whatever becomes of its connection.
    request.on("error", (error) => {
      if (!this.#response?.complete) this.#settle.reject(error);
    });
    request.end(body);
  }

  /** Whether the service may have got any of the request; once false, it stays so when the exchange has failed. */
  get sent(): boolean {
    return this.#sent;
  }

  /** Ends it; a request that waits for a connection is not sent any more. */
  abort(error: Error): void {
    this.#settle.reject(error);
    this.#request.destroy();
  }

  #read(response: IncomingMessage): void {
    this.#response = response;
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxResponseBytes) this.abort(new TooLargeError());
      else chunks.push(chunk);
    });
    response.on("end", () => {
      const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      const { statusCode: status = 0, headers } = response;
      this.#settle.resolve({ status, headers, text: decoder.decode(body) });
    });
    response.on("error", (error) => this.#settle.reject(error));
  }
}
