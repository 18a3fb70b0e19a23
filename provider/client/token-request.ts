import type { Credentials, Settings } from "../config/settings.ts";
import { type ApiError, ResponseShapeError } from "../errors.ts";
import { parseAnswer, readComplaint, refusalError } from "./answer.ts";
import { signAssertion } from "./assertion.ts";
import type { Task } from "./attempts.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { object } from "./json.ts";
import type { Redact } from "./redact.ts";

/** What the authorisation server granted. */
export interface Token {
  readonly text: string;
  /** As the server says; undefined where it does not. */
  readonly lifeSeconds: number | undefined;
  /** `Date.now()` at the request: the life cannot have begun earlier. */
  readonly askedAtMs: number;
}

const path = "/oauth/token/";
const title = `POST ${path}`;

/** Asks for an access token by client credentials (interface section 5). Safe to repeat: each attempt brings a fresh assertion. */
export function tokenTask(
  settings: Settings,
  redact: Redact,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Task<Token> {
  let askedAtMs = 0;
  return {
    title,
    repeatable: true,
    gated: false,
    send: async () => {
      const request = await tokenRequest(settings);
      askedAtMs = Date.now();
      return send(request);
    },
    read: (answer) => ({ ...readToken(answer), askedAtMs }),
    explain: async (answer) => refusal(answer, settings.credentials, redact),
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
      throw new TypeError("an access token is used as it is");
  }
}

/** Anything else could not be sent in a header. */
const visibleAscii = /^[\x21-\x7e]+$/;

function readToken(answer: HttpResponse): Pick<Token, "text" | "lifeSeconds"> {
  const { access_token, expires_in } = object(parseAnswer(title, answer)) ?? {};
  const seconds = Number(expires_in);
  const lifeSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
  if (typeof access_token === "string" && visibleAscii.test(access_token))
    return { text: access_token, lifeSeconds };
  throw new ResponseShapeError(
    `${title}: the answer holds no access_token. Check idm:authUrl (IDM_AUTH_URL)`,
  );
}

function refusal(answer: HttpResponse, credentials: Credentials, redact: Redact): ApiError {
  const secret =
    credentials.kind === "private-key"
      ? "idm:privateKey (IDM_PRIVATE_KEY), idm:keyId (IDM_KEY_ID), idm:signingAlgorithm (IDM_SIGNING_ALGORITHM)"
      : "idm:clientSecret (IDM_CLIENT_SECRET)";
  const remedy = `No access token was given. ${
    answer.status >= 500 || answer.status === 429
      ? "The authorisation server is in trouble or refuses so many requests: run the same command again later."
      : `Check idm:clientId (IDM_CLIENT_ID), ${secret}, idm:audience (IDM_AUDIENCE) and idm:authUrl (IDM_AUTH_URL).`
  }`;
  return refusalError(answer, readComplaint(answer, redact), { method: "POST", path, remedy });
}
