// The engine's calls: one request, one response.
import type { handleUnaryCall } from "@grpc/grpc-js";
import { grpcError } from "./errors.ts";

/** A call of the engine's protocol. An error of its handler becomes the error of the call. */
export function unary<Request, Response>(
  handle: (request: Request) => Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    handle(call.request).then(
      (response) => callback(null, response),
      (error) => callback(grpcError(error)),
    );
  };
}

/** The operations that are running. */
export class OperationsInFlight {
  #count = 0;
  #onIdle: (() => void)[] = [];

  /** Whether none is running. */
  get isIdle(): boolean {
    return this.#count === 0;
  }

  /** Resolves when none is running. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isIdle) resolve();
      else this.#onIdle.push(resolve);
    });
  }

  /** Runs an operation. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await operation();
    } finally {
      this.#count -= 1;
      if (this.isIdle) for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }
}
