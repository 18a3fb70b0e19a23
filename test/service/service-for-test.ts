import { onTestFinished } from "vitest";
import type { ServiceOptions } from "./options.ts";
import { type Service, startService } from "./service.ts";

/** A service that ends with the test that asked for it. */
export async function serviceForTest(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

/** What a call sends; without a token one with every scope. */
export interface CallOptions {
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** The status, the headers, the text, and the text as JSON where it is that. */
export interface CallResult {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

const JSON_TYPE = { "content-type": "application/json" };

/** One request of the management API by Node's own fetch; a redirect is not followed. */
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
    headers: { authorization, ...(body !== undefined && JSON_TYPE), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** A token request with exactly these form parameters. */
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
