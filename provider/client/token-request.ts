import type { Credentials, Settings } from "../config/settings.ts";
import { type ApiError, ResponseShapeError } from "../errors.ts";
import { signAssertion } from "./assertion.ts";
import type { Task } from "./attempts.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { object } from "./json.ts";
import type { Redact } from "./redact.ts";
import { refusedError } from "./refused-error.ts";
import { parseJsonBody, readErrorBody } from "./response-body.ts";

/** The response of the token endpoint. */
export interface GrantedToken {
  readonly accessToken: string;
  /** `expires_in`; undefined when the server names no lifetime. */
  readonly lifetimeSeconds: number | undefined;
  /** `Date.now()` when the request was sent: the lifetime cannot have begun earlier. */
  readonly requestedAtMs: number;
}

const path = "/oauth/token/";
const title = `POST ${path}`;

/** Requests an access token (docs/service.md, "Authentication"). Each attempt signs a new assertion. */
export function tokenTask(
  settings: Settings,
  redact: Redact,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Task<GrantedToken> {
  let requestedAtMs = 0;
  return {
    title,
    repeatable: true,
    paced: false,
    send: async () => {
      const request = await tokenRequest(settings);
      requestedAtMs = Date.now();
      return send(request);
    },
    read: (response) => ({ ...readToken(response), requestedAtMs }),
    toError: async (response) => tokenRefused(response, settings.credentials, redact),
  };
}

async function tokenRequest(settings: Settings): Promise<HttpRequest> {
  const url = new URL(settings.authUrl + path);
  return {
    title,
    method: "POST",
    origin: url.origin,
    path: url.pathname,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(await tokenForm(settings)).toString(),
  };
}

async function tokenForm(settings: Settings): Promise<Record<string, string>> {
  const { credentials, audience, authUrl } = settings;
  const form = { grant_type: "client_credentials", audience };
  switch (credentials.kind) {
    case "client-secret":
      return { ...form, client_id: credentials.clientId, client_secret: credentials.clientSecret };
    case "private-key":
      return {
        ...form,
        client_id: credentials.clientId,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: await signAssertion(credentials, authUrl),
      };
    case "access-token":
      throw new TypeError("a given access token needs no token request");
  }
}

/** What a bearer token may consist of: other characters cannot be sent in a header. */
const visibleAscii = /^[\x21-\x7e]+$/;

function readToken(response: HttpResponse): Pick<GrantedToken, "accessToken" | "lifetimeSeconds"> {
  const { access_token, expires_in } = object(parseJsonBody(title, response)) ?? {};
  const seconds = Number(expires_in);
  const lifetimeSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  if (typeof access_token === "string" && visibleAscii.test(access_token))
    return { accessToken: access_token, lifetimeSeconds };
  throw new ResponseShapeError(
    `${title}: the response has no access_token. Check idm:authUrl (IDM_AUTH_URL)`,
  );
}

function tokenRefused(response: HttpResponse, credentials: Credentials, redact: Redact): ApiError {
  const credential =
    credentials.kind === "private-key"
      ? "idm:privateKey (IDM_PRIVATE_KEY), idm:keyId (IDM_KEY_ID), idm:signingAlgorithm (IDM_SIGNING_ALGORITHM)"
      : "idm:clientSecret (IDM_CLIENT_SECRET)";
  const advice =
    response.status >= 500 || response.status === 429
      ? "The authorisation server failed or limits the rate of requests: run the same command again later."
      : `Check idm:clientId (IDM_CLIENT_ID), ${credential}, idm:audience (IDM_AUDIENCE) and idm:authUrl (IDM_AUTH_URL).`;
  const remedy = `The authorisation server granted no access token. ${advice}`;
  return refusedError(response, readErrorBody(response, redact), { method: "POST", path, remedy });
}
