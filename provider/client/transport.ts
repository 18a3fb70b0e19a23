import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { ConfigError } from "../errors.ts";
import { Exchange, type HttpAnswer, maxResponseBytes } from "./exchange.ts";
import { keepParserAsItIs } from "./parser-tiering.ts";
import { timedOut, Unanswered, unanswered } from "./unanswered.ts";

export { type HttpAnswer, maxResponseBytes };

/** One HTTP request, ready to be sent. `title` is how messages name it: method and path, no query. */
export interface HttpRequest {
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `https://tenant.example.com` */
  readonly origin: string;
  /** From the root, with the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
}

export interface TransportOptions {
  /** Connections kept per origin. */
  readonly connections: number;
  /** From sending to the last byte of the answer. */
  readonly requestTimeoutMs: number;
}

/** Sends single requests: pooled keep-alive connections per origin, proxy variables honoured, no redirect followed, time and size bounded. */
export class Transport {
  readonly #requestTimeoutMs: number;
  readonly #dispatcher: Dispatcher;

  /** Throws `ConfigError` for a proxy variable that cannot be used. */
  constructor(options: TransportOptions) {
    this.#requestTimeoutMs = options.requestTimeoutMs;
    this.#dispatcher = openDispatcher(options);
  }

  /** Throws `Unanswered`, or `signal.reason` when aborted before the service can have got any of the request. */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    signal.throwIfAborted();
    const exchange = new Exchange();
    const timeoutMs = this.#requestTimeoutMs;
    const timer = setTimeout(
      () => exchange.abort(timedOut(request.title, timeoutMs, exchange.sent)),
      timeoutMs,
    );
    const onAbort = () => exchange.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const { method, origin, path, headers, body = null } = request;
      this.#dispatcher.dispatch({ method, origin, path, headers, body }, exchange);
      return await exchange.answer;
    } catch (error) {
      if (error === signal.reason && !exchange.sent) throw error;
      throw error instanceof Unanswered ? error : unanswered(request, error, exchange.sent);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

/** What undici looks at; where none is set, its proxy agent would only look again at each request. */
const proxyVariables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

function openDispatcher({ connections, requestTimeoutMs }: TransportOptions): Dispatcher {
  keepParserAsItIs();
  const agentOptions = {
    connections,
    // One request to a connection at a time, so that a lost connection is the loss of one request.
    allowH2: false,
    connectTimeout: requestTimeoutMs,
    // The whole exchange is timed by `send`.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (!proxyVariables.some((name) => process.env[name])) return new Agent(agentOptions);
  try {
    return new EnvHttpProxyAgent(agentOptions);
  } catch {
    // What undici throws holds the address, which may hold a password.
    throw new ConfigError([
      "HTTP_PROXY or HTTPS_PROXY: it is not the URL of a proxy, such as http://proxy.example.com:3128.",
    ]);
  }
}
