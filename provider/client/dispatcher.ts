import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { ConfigError } from "../errors.ts";
import { disableWasmOptimisation } from "./wasm-tiering.ts";

/** The largest response body that is read, in bytes. Every response of the service is far smaller. */
export const maxResponseBytes = 8 * 1024 * 1024;

/** Idle connections close after this time: a request is lost when the service closes its connection at that moment. */
const idleTimeoutMs = 4_000;

/** The request's own timer ends first: its message names the setting. undici's timers are off by up to a second. */
const graceMs = 1_000;

const proxyVariables = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"];

export interface DispatcherOptions {
  /** Connections per origin. */
  readonly connections: number;
  /** Limit for connecting, and for a proxy's response to CONNECT. */
  readonly connectTimeoutMs: number;
}

/**
 * Creates the undici dispatcher that sends all requests: HTTP/1.1 over a pool of keep-alive connections per origin.
 * Uses http_proxy, https_proxy and no_proxy (in both cases). Follows no redirect and repeats no request.
 * Throws `ConfigError` for a proxy variable that is not the URL of an HTTP proxy. Opens no connection.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  disableWasmOptimisation();
  const limits = poolLimits(options);
  const variable = proxyVariables.find((name) => process.env[name]);
  // EnvHttpProxyAgent parses each request's origin, which is wasted work without a proxy.
  if (variable === undefined) return new Agent(limits);
  requireProxyUrls();
  try {
    return createProxyDispatcher(limits);
  } catch {
    // undici's error contains the URL, which may contain a password.
    throw invalidProxy(variable);
  }
}

function requireProxyUrls(): void {
  for (const name of proxyVariables) {
    const value = process.env[name];
    if (value && !/^https?:$/.test(URL.parse(value)?.protocol ?? "")) throw invalidProxy(name);
  }
}

function invalidProxy(name: string): ConfigError {
  return new ConfigError([
    `${name}: the value is not the URL of an HTTP proxy. Use a URL such as http://proxy.example.com:3128.`,
  ]);
}

function createProxyDispatcher(limits: Pool.Options): Dispatcher {
  // ProxyAgent creates some of its pools with a `connect` option alone: these factories add the limits.
  const factory = (origin: string | URL, options: object) => new Pool(origin, { ...limits, ...options });
  return new EnvHttpProxyAgent({
    ...limits,
    factory,
    clientFactory: (proxy, options) => factory(proxy, { ...options, headersTimeout: limits.connectTimeout }),
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
    // The transport's timer limits the whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: maxResponseBytes,
  } satisfies Pool.Options;
}
