import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { ConfigError } from "../errors.ts";
import { disableWasmOptimisation } from "./wasm-tiering.ts";

/** The largest response body that is read, in bytes. Every response of the service is far smaller. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** Idle connections close after this time: a request is lost when the service closes its connection at that moment. */
const idleTimeoutMs = 4_000;

/** The request's own timer ends first: its message names the setting. undici's timers are off by up to a second. */
const graceMs = 1_000;

/** The variables with the proxy for https. */
const proxyVariables = ["https_proxy", "HTTPS_PROXY"];

export interface DispatcherOptions {
  readonly protocol: "http:" | "https:";
  /** Connections per origin. */
  readonly connections: number;
  /** Limit for connecting, and for a proxy's response to CONNECT. */
  readonly connectTimeoutMs: number;
}

/**
 * Creates the undici dispatcher for all requests of a protocol: HTTP/1.1 over pooled keep-alive connections per origin.
 * Uses https_proxy and no_proxy (in both cases) for https. Never uses a proxy for http: the settings allow it for
 * loopback hosts only, and a proxy would read token and secret. Follows no redirect and repeats no request.
 * `ConfigError` for a proxy variable that is not the URL of an HTTP proxy. Opens no connection.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  disableWasmOptimisation();
  const limits = poolLimits(options);
  const name = proxyVariables.find((variable) => process.env[variable]);
  // EnvHttpProxyAgent would send https through HTTP_PROXY when there is no HTTPS_PROXY. Node and curl do not.
  if (options.protocol === "http:" || name === undefined) return new Agent(limits);
  const proxy = process.env[name] ?? "";
  try {
    if (!/^https?:$/.test(new URL(proxy).protocol)) throw new TypeError("not an HTTP proxy");
    return createProxyDispatcher(proxy, limits);
  } catch {
    // The value is not shown, nor the error of undici, which contains it: it may contain a password.
    throw new ConfigError([
      `${name}: the value is not the URL of an HTTP proxy. Use a URL such as http://proxy.example.com:3128.`,
    ]);
  }
}

function createProxyDispatcher(proxy: string, limits: Pool.Options): Dispatcher {
  // ProxyAgent creates some of its pools with a `connect` option alone: these factories add the limits.
  const factory = (origin: string | URL, options: object) => new Pool(origin, { ...limits, ...options });
  return new EnvHttpProxyAgent({
    ...limits,
    httpProxy: proxy,
    httpsProxy: proxy,
    factory,
    // Opens the connections to the proxy: its response to CONNECT counts as a part of connecting.
    clientFactory: (origin, options) =>
      factory(origin, { ...options, headersTimeout: limits.connectTimeout }),
    proxyTls: { allowH2: false },
  });
}

function poolLimits({ connections, connectTimeoutMs }: DispatcherOptions) {
  return {
    connections,
    allowH2: false,
    // One request per connection at a time: a lost connection loses one request.
    pipelining: 1,
    connectTimeout: Math.ceil(connectTimeoutMs) + graceMs,
    keepAliveTimeout: idleTimeoutMs,
    keepAliveMaxTimeout: idleTimeoutMs,
    // The timer of the transport limits the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: maxResponseBytes,
  } satisfies Pool.Options;
}
