import { onTestFinished } from "vitest";
import type { ServiceOptions } from "./options.ts";
import { type Service, startService } from "./service.ts";

/** A service that closes when the test ends. */
export async function serviceForTest(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

/** What a call sends. `token` is by default one with every scope; a string as `body` is sent as it is. */
export interface CallOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** The response. `json` is undefined when `text` is not JSON. */
export interface CallResult {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json: any;
}

const jsonType = { "content-type": "application/json" };

/** Sends one request to the management API with `fetch`; redirects are not followed. */
export async function call(
  service: Service,
  method: string,
  path: string,
  { body, token, headers }: CallOptions = {},
): Promise<CallResult> {
  const authorization = `Bearer ${token ?? (await service.issueToken())}`;
  const response = await fetch(service.baseUrl + path, {
    method,
    redirect: "manual",
    headers: { authorization, ...(body !== undefined && jsonType), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** Sends a token request with these form parameters and `grant_type`. */
export function askToken(
  service: Service,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...form });
  return fetch(`${service.authUrl}/oauth/token/`, { method: "POST", body, headers });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
