import { type Dispatcher, EnvHttpProxyAgent, errors, request } from "undici";
import { IdmError, NetworkError, TimeoutError } from "../errors.ts";
import type { Headers } from "./rate-limit-headers.ts";

/** One HTTP request, ready to be sent. `title` is how messages name it: method and path, no query. */
export interface HttpRequest {
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
}

/** An answer, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface TransportOptions {
  /** Connections kept per origin. */
  readonly connections: number;
  /** From sending to the last byte of the answer. */
  readonly requestTimeoutMs: number;
}

/** The largest answer that is read, in bytes; every answer of the interface is far below. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** Sends single requests: pooled keep-alive connections per origin, proxy variables honoured, no redirect followed, time and size bounded. */
export class Transport {
  readonly #requestTimeoutMs: number;
  readonly #dispatcher: Dispatcher;

  constructor(options: TransportOptions) {
    this.#requestTimeoutMs = options.requestTimeoutMs;
    this.#dispatcher = new EnvHttpProxyAgent({
      connections: options.connections,
      maxResponseSize: maxResponseBytes,
      connect: { timeout: options.requestTimeoutMs },
      headersTimeout: options.requestTimeoutMs,
      bodyTimeout: options.requestTimeoutMs,
    });
  }

  /** Throws `NetworkError` or `TimeoutError`, whose `sent` tells whether the service may have got the request; `signal.reason` when aborted before it was sent. */
  async send(call: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const timeout = AbortSignal.timeout(this.#requestTimeoutMs);
    const progress = { sent: false };
    try {
      const answer = await request(call.url, {
        method: call.method,
        headers: call.headers,
        body: call.body ?? null,
        signal: AbortSignal.any([signal, timeout]),
        dispatcher: this.#dispatcher.compose(noteSending(progress)),
      });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    } catch (error) {
      if (signal.aborted && !progress.sent) throw signal.reason;
      if (timeout.aborted) throw timedOut(call, this.#requestTimeoutMs, progress.sent);
      throw networkError(call, error, progress.sent);
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

/** Marks the moment at which a request is handed to an open connection: before it, the service cannot have acted. */
function noteSending(progress: { sent: boolean }): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      progress.sent = true;
      start?.(controller, context);
    };
    return dispatch(options, handler);
  };
}

function timedOut(call: HttpRequest, timeoutMs: number, sent: boolean): TimeoutError {
  const what = sent ? "no complete answer" : "no connection";
  return new TimeoutError(
    `${call.title}: ${what} within ${timeoutMs / 1000} s. Check the network and the service's status, or raise idm:requestTimeoutSeconds (IDM_REQUEST_TIMEOUT_SECONDS)`,
    sent,
  );
}

function networkError(call: HttpRequest, error: unknown, sent: boolean): NetworkError {
  if (error instanceof IdmError)
    return new NetworkError(`${call.title}: cut off before it was answered: ${error.message}`, sent, {
      cause: error,
    });
  const { origin } = new URL(call.url);
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new NetworkError(
      `${call.title}: the answer is larger than ${maxResponseBytes / 1024 / 1024} MiB and was cut off`,
      sent,
      { cause: error },
    );
  }
  const what = sent
    ? `the connection to ${origin} was lost before the answer was complete`
    : `${origin} could not be reached`;
  return new NetworkError(`${call.title}: ${what} (${reason(error)}). ${remedy(error)}`, sent, {
    cause: error,
  });
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return [code, error.message || (error.cause instanceof Error ? error.cause.message : "")]
    .filter(Boolean)
    .join(": ");
}

function remedy(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "Check the host name in idm:baseUrl (IDM_BASE_URL) and the DNS of this machine";
  if (isCertificateError(error))
    return "Check the server's certificate, or name your own authority in NODE_EXTRA_CA_CERTS";
  return "Check idm:baseUrl (IDM_BASE_URL), the network and proxy variables";
}

/** Certificate and protocol errors of TLS, which a repetition cannot mend. */
export function isCertificateError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code !== undefined && /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|_SIGNATURE$/.test(code);
}
