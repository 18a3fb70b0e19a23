import type { IdmErrorCode } from "../errors.ts";
import { printable } from "../printable.ts";
import type { ApiCall } from "./api-call.ts";
import type { Refusal } from "./attempts.ts";
import { tokenScopes } from "./auth.ts";
import type { HttpResponse } from "./http.ts";
import { isOwnError } from "./own-error.ts";
import { laterInWords, rateLimitDelayMs, waitInWords } from "./rate-limit-headers.ts";
import type { ErrorBody } from "./response-body.ts";
import { causeOf404 } from "./unrouted.ts";

interface Remedy {
  readonly remedy: string | undefined;
  readonly code?: IdmErrorCode;
}

/** Says what the user can do about a refused request, and the error code where it is a special one. */
export async function remedyFor(
  refusal: Refusal,
  body: ErrorBody,
  call: ApiCall,
  context: { token: string; renewable: boolean; limitName: string },
): Promise<Remedy> {
  const { response } = refusal;
  const { status } = response;
  switch (status) {
    case 401:
      return { remedy: unauthorised(context.renewable) };
    case 403:
      return { remedy: await forbidden(call.scope, context.token, body) };
    case 405:
    case 501:
      return unsupported(call);
    case 404:
    case 410:
      return notFound(response, call);
    case 429:
      return { remedy: tooManyRequests(refusal, context.limitName) };
    default:
      return { remedy: ownRemedy(response, call) };
  }
}

function unsupported({ workaround = "" }: ApiCall): Remedy {
  const what = "The service does not support this operation, which its documentation does not specify.";
  return { remedy: `${what} ${workaround}`.trim(), code: "ERR_IDM_UNSUPPORTED_OPERATION" };
}

/** A 404 may mean that the item does not exist, that the service does not know the operation, or neither. */
function notFound(response: HttpResponse, call: ApiCall): Remedy {
  const { workaround, remedies } = call;
  const ifMissing = remedies?.[response.status] ?? remedies?.[404];
  // A call without advice for a missing item is made for items that exist.
  if (workaround && !ifMissing) return unsupported(call);
  const cause = causeOf404(response);
  if (workaround && cause === "route")
    return { remedy: unknownPath(workaround), code: "ERR_IDM_UNSUPPORTED_OPERATION" };
  if (!isOwnError(response, call.path)) return { remedy: notOwnRemedy(call) };
  if (!workaround || cause === "item" || response.status === 410) return { remedy: ifMissing };
  return { remedy: `${ifMissing} Or the service does not support this operation. ${workaround}` };
}

function unknownPath(workaround: string): string {
  return `The service does not know this path. Check idm:baseUrl (IDM_BASE_URL). If it is right, the service does not support this operation. ${workaround}`;
}

function ownRemedy(response: HttpResponse, call: ApiCall): string | undefined {
  return call.remedies?.[response.status] ?? otherRemedy(response);
}

/** A 404 or 410 of a proxy, a gateway or another server says nothing about the service. */
function notOwnRemedy({ ifNotOwn = "", workaround }: ApiCall): string {
  const orUnsupported = workaround ? `Or the service does not support this operation. ${workaround}` : "";
  return `The response is not an error of the service itself, so it does not say what exists there. Check that idm:baseUrl (IDM_BASE_URL) is the address of the API itself, and that the service is up behind its proxy or gateway. ${ifNotOwn} ${orUnsupported}`
    .replace(/ +/g, " ")
    .trim();
}

function otherRemedy({ status, headers }: HttpResponse): string | undefined {
  if (status >= 300 && status < 400) return redirected(status);
  if (status >= 500)
    return `The service failed to handle the request: run the same command again ${laterInWords(headers)}.`;
  if (status === 400 || status === 422) return "Correct the program, then run the same command again.";
  return undefined;
}

function redirected(status: number): string {
  // Any other 3xx does not mean that the API has moved.
  const advice = [301, 302, 307, 308].includes(status)
    ? "Set idm:baseUrl (IDM_BASE_URL) to the address of the API itself."
    : "Check at the service what became of the request.";
  return `Redirects are not followed, so that no token reaches another host. ${advice}`;
}

function unauthorised(renewable: boolean): string {
  return renewable
    ? "A new token was refused too: check that idm:baseUrl (IDM_BASE_URL), idm:authUrl (IDM_AUTH_URL) and idm:audience (IDM_AUDIENCE) belong to the same service."
    : "The access token is invalid or expired: set a new idm:accessToken (IDM_ACCESS_TOKEN), or use client credentials, whose tokens are renewed automatically.";
}

const checkPlan = "Check its plan, and whether it has a verified credit card.";

/** Words with which a service says that the account, not the token, is the reason. */
const aboutAccount = /subscription|upgrade|\bplan\b|billing|payment|credit card|quota|entitle|licen[cs]e/i;

async function forbidden(scope: string, token: string, { message = "" }: ErrorBody): Promise<string> {
  const scopes = await tokenScopes(token);
  if (!scopes && aboutAccount.test(message)) return `The account itself lacks permission. ${checkPlan}`;
  if (!scopes) return `It needs the scope ${scope}: grant it to the client.`;
  if (scopes.includes(scope))
    return `The token has the scope ${scope}, so the account itself lacks permission. ${checkPlan}`;
  const granted = printable(scopes.join(", "), maxScopesLength) || "no scope";
  return `The token lacks ${scope} (it has ${granted}): grant it to the client.`;
}

/** In characters. A token may have hundreds of scopes. */
const maxScopesLength = 2_000;

function tooManyRequests({ response, limitedForMs }: Refusal, limitName: string): string {
  if (limitedForMs !== undefined)
    return `The service has limited the rate of requests until this operation's deadline passed (${limitedForMs / 1000} s): run the same command again later, or raise ${limitName}.`;
  const delayMs = rateLimitDelayMs(response.headers, Date.now());
  const when = delayMs === undefined ? "later" : `in ${waitInWords(delayMs)}`;
  return `The limit allows the next request ${when}, after this operation's deadline: run the same command then, or raise ${limitName}.`;
}
