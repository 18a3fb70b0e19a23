import { Agent, request as httpRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";
import { ConfigError } from "../errors.ts";
import { Exchange, type HttpAnswer, maxResponseBytes } from "./exchange.ts";
import { proxyOptions } from "./proxy.ts";
import { refusedByProxy, timedOut, Unanswered, unanswered } from "./unanswered.ts";

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

/** A connection that was idle for longer is closed: services close theirs as well, and a request that meets that is lost. */
const idleMs = 4_000;

/** Sends single requests: pooled keep-alive connections per origin, proxy variables honoured, no redirect followed, time and size bounded. */
export class Transport {
  readonly #requestTimeoutMs: number;
  readonly #http: Agent;
  readonly #https: HttpsAgent;
  /** Where requests go, by origin; the settings name two at most. */
  readonly #targets = new Map<string, RequestOptions>();
  #closed = false;

  /** Throws `ConfigError` for a proxy variable that cannot be used. */
  constructor({ connections, requestTimeoutMs }: TransportOptions) {
    this.#requestTimeoutMs = requestTimeoutMs;
    const options = { keepAlive: true, maxSockets: connections, timeout: idleMs, ...proxyOptions() };
    try {
      this.#http = new Agent(options);
      this.#https = new HttpsAgent(options);
    } catch {
      // What Node throws holds the address, which may hold a password.
      throw new ConfigError([
        "HTTP_PROXY or HTTPS_PROXY: it is not the URL of a proxy, such as http://proxy.example.com:3128.",
      ]);
    }
  }

  /** Throws `Unanswered`, or `signal.reason` when aborted before the service can have got any of the request. */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    signal.throwIfAborted();
    const exchange = this.#start(request);
    const timeoutMs = this.#requestTimeoutMs;
    const timer = setTimeout(
      () => exchange.abort(timedOut(request.title, timeoutMs, exchange.sent)),
      timeoutMs,
    );
    const onAbort = () => exchange.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const answer = await exchange.answer;
      if (answer.status === 407) throw refusedByProxy(request);
      return answer;
    } catch (error) {
      if (error === signal.reason && !exchange.sent) throw error;
      throw error instanceof Unanswered ? error : unanswered(request, error, exchange.sent);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends every connection; what is in flight fails, and so does what comes later. */
  close(): void {
    this.#closed = true;
    this.#http.destroy();
    this.#https.destroy();
  }

  #start(request: HttpRequest): Exchange {
    const { origin, method, path, headers, body } = request;
    try {
      if (this.#closed) throw new Error("the client is closed");
      const target = this.#target(origin);
      const secure = target.agent === this.#https;
      const outgoing = (secure ? httpsRequest : httpRequest)({ ...target, method, path, headers });
      return new Exchange(outgoing, secure ? "secureConnect" : "connect", body);
    } catch (error) {
      // What Node refuses to send, it refuses each time.
      throw unanswered(request, error, false, true);
    }
  }

  #target(origin: string): RequestOptions {
    const known = this.#targets.get(origin);
    if (known) return known;
    const { protocol, hostname, port } = urlToHttpOptions(new URL(origin));
    const target = { hostname, port, agent: protocol === "https:" ? this.#https : this.#http };
    this.#targets.set(origin, target);
    return target;
  }
}
