import type { Credentials, Settings } from "../config/settings.ts";
import { ApiError, ResponseShapeError } from "../errors.ts";
import { AssertionSigner } from "./assertion.ts";
import type { Refusal, Task } from "./attempts.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { object } from "./json.ts";
import { laterInWords } from "./rate-limit-headers.ts";
import type { Redact } from "./redact.ts";
import { refusedError } from "./refused-error.ts";
import { parseJsonBody, readErrorBody } from "./response-body.ts";
import { userAgent } from "./user-agent.ts";

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

/** What a token request needs beside the settings. */
export interface TokenRequestOptions {
  readonly settings: Settings;
  readonly redact: Redact;
  /** Absent: the client authenticates without a key. */
  readonly signer: AssertionSigner | undefined;
  readonly send: (request: HttpRequest, attempt: number) => Promise<HttpResponse>;
}

/** Creates the signer for credentials with a private key. */
export function signerFor(settings: Settings, log: (line: string) => void): AssertionSigner | undefined {
  const { credentials } = settings;
  return credentials.kind === "private-key" ? new AssertionSigner(settings, credentials, log) : undefined;
}

/** Requests an access token (docs/service.md, "Authentication"). Each attempt signs a new assertion. */
export function tokenTask({ settings, redact, signer, send }: TokenRequestOptions): Task<GrantedToken> {
  let requestedAtMs = 0;
  return {
    title,
    repeatable: true,
    paced: false,
    send: async (attempt) => {
      const request = await tokenRequest(settings, signer);
      requestedAtMs = Date.now();
      return send(request, attempt);
    },
    read: (response, attemptTitle) => ({ ...readToken(response, attemptTitle), requestedAtMs }),
    toError: async (refusal) => tokenRefused(refusal, settings.credentials, redact),
    ...(signer && { correct: (response) => signer.learn(response) }),
  };
}

/**
 * Whether the authorisation server itself has refused the client or the request: each later request would end the same
 * way. A proxy that is in the way answers without an OAuth error code.
 */
export function isFinalRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.path !== path) return false;
  return error.status === 401 || ([400, 403].includes(error.status) && error.apiCode !== undefined);
}

async function tokenRequest(settings: Settings, signer: AssertionSigner | undefined): Promise<HttpRequest> {
  const url = new URL(settings.authUrl + path);
  return {
    title,
    method: "POST",
    origin: url.origin,
    path: url.pathname,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
      "user-agent": userAgent,
    },
    body: new URLSearchParams(await tokenForm(settings, signer)).toString(),
  };
}

async function tokenForm(
  { credentials, audience }: Settings,
  signer: AssertionSigner | undefined,
): Promise<Record<string, string>> {
  if (credentials.kind === "access-token") throw new TypeError("a given access token needs no token request");
  const form = { grant_type: "client_credentials", audience, client_id: credentials.clientId };
  if (credentials.kind === "client-secret") return { ...form, client_secret: credentials.clientSecret };
  return {
    ...form,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: (await signer?.sign()) ?? "",
  };
}

const authUrlSetting = "idm:authUrl (IDM_AUTH_URL)";

function readToken(
  response: HttpResponse,
  attemptTitle: string,
): Pick<GrantedToken, "accessToken" | "lifetimeSeconds"> {
  const body = object(parseJsonBody(attemptTitle, response, authUrlSetting));
  const { access_token: accessToken, expires_in } = body ?? {};
  const problem = tokenProblem(accessToken);
  if (typeof accessToken !== "string" || problem)
    throw new ResponseShapeError(`${attemptTitle}: ${problem}`, { advice: `Check ${authUrlSetting}` });
  const seconds = Number(expires_in);
  const lifetimeSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  return { accessToken, lifetimeSeconds };
}

/** In characters. No server accepts a header as long as this. */
const maxTokenLength = 64 * 1024;

/** Why an access token cannot be sent in a header. Shows no part of it. */
function tokenProblem(token: unknown): string | undefined {
  if (typeof token !== "string" || token === "") return "the response has no access_token";
  if (token.length > maxTokenLength)
    return `the access_token has ${token.length} characters, too many for a header (at most ${maxTokenLength})`;
  return /^[\x21-\x7e]+$/.test(token)
    ? undefined
    : "the access_token has characters that a header cannot hold, such as a space or a line break";
}

function tokenRefused({ response, attempt }: Refusal, credentials: Credentials, redact: Redact): ApiError {
  const remedy = `The authorisation server granted no access token. ${refusalAdvice(response, credentials)}`;
  return refusedError(response, readErrorBody(response, redact), { method: "POST", path, attempt, remedy });
}

function refusalAdvice({ status, headers }: HttpResponse, credentials: Credentials): string {
  if (status >= 500 || status === 429)
    return `The authorisation server failed or limits the rate of requests: run the same command again ${laterInWords(headers)}.`;
  if (status >= 300 && status < 400)
    return `Redirects are not followed, so that no credential reaches another host. Set ${authUrlSetting} to the address of the authorisation server itself.`;
  const credential =
    credentials.kind === "private-key"
      ? "idm:privateKey (IDM_PRIVATE_KEY), idm:keyId (IDM_KEY_ID), idm:signingAlgorithm (IDM_SIGNING_ALGORITHM), idm:assertionAudience (IDM_ASSERTION_AUDIENCE)"
      : "idm:clientSecret (IDM_CLIENT_SECRET)";
  return `Check idm:clientId (IDM_CLIENT_ID), ${credential}, idm:audience (IDM_AUDIENCE) and ${authUrlSetting}.`;
}
