import type { IdmErrorCode } from "../errors.ts";
import type { ApiCall } from "./api-call.ts";
import { tokenScopes } from "./auth.ts";
import type { HttpResponse } from "./http.ts";
import { rateLimitDelayMs } from "./rate-limit-headers.ts";
import { causeOf404 } from "./unrouted.ts";

interface Remedy {
  readonly remedy: string | undefined;
  readonly code?: IdmErrorCode;
}

/** Says what the user can do about a refused request, and the error code where it is a special one. */
export async function remedyFor(
  response: HttpResponse,
  call: ApiCall,
  token: { token: string; renewable: boolean },
): Promise<Remedy> {
  switch (response.status) {
    case 401:
      return { remedy: unauthorised(token.renewable) };
    case 403:
      return { remedy: await forbidden(call.scope, token.token) };
    case 405:
    case 501:
      return unsupported(call);
    case 404:
      return notFound(response, call);
    case 429:
      return { remedy: tooManyRequests(response) };
    default:
      return { remedy: call.remedies?.[response.status] ?? otherRemedy(response.status) };
  }
}

function unsupported({ workaround = "" }: ApiCall): Remedy {
  const what = "The service does not support this operation, which its documentation does not specify.";
  return { remedy: `${what} ${workaround}`.trim(), code: "ERR_IDM_UNSUPPORTED_OPERATION" };
}

/**
 * A 404 may mean that the item does not exist, or that the service does not know the operation. A call without advice
 * for a missing item is made for items that exist.
 */
function notFound(response: HttpResponse, call: ApiCall): Remedy {
  const { workaround, remedies } = call;
  const ifMissing = remedies?.[404];
  if (!workaround) return { remedy: ifMissing };
  if (!ifMissing) return unsupported(call);
  switch (causeOf404(response)) {
    case "item":
      return { remedy: ifMissing };
    case "route":
      return { remedy: unknownPath(workaround), code: "ERR_IDM_UNSUPPORTED_OPERATION" };
    default:
      return { remedy: `${ifMissing} Or the service does not support this operation. ${workaround}` };
  }
}

function unknownPath(workaround: string): string {
  return `The service does not know this path. Check idm:baseUrl (IDM_BASE_URL). If it is right, the service does not support this operation. ${workaround}`;
}

function otherRemedy(status: number): string | undefined {
  if (status >= 300 && status < 400)
    return "Redirects are not followed, so that no token reaches another host. Set idm:baseUrl (IDM_BASE_URL) to the address of the API itself.";
  if (status >= 500) return "The service failed to handle the request: run the same command again later.";
  if (status === 400 || status === 422) return "Correct the program, then run the same command again.";
  return undefined;
}

function unauthorised(renewable: boolean): string {
  return renewable
    ? "A new token was refused too: check that idm:baseUrl (IDM_BASE_URL), idm:authUrl (IDM_AUTH_URL) and idm:audience (IDM_AUDIENCE) belong to the same service."
    : "The access token is invalid or expired: set a new idm:accessToken (IDM_ACCESS_TOKEN), or use client credentials, whose tokens are renewed automatically.";
}

async function forbidden(scope: string, token: string): Promise<string> {
  const scopes = await tokenScopes(token);
  if (!scopes) return `It needs the scope ${scope}: grant it to the client.`;
  if (scopes.includes(scope))
    return `The token has the scope ${scope}, so the account itself lacks permission. Check its plan, and whether it has a verified credit card.`;
  return `The token lacks ${scope} (it has ${scopes.join(", ") || "no scope"}): grant it to the client.`;
}

function tooManyRequests(response: HttpResponse): string {
  const delayMs = rateLimitDelayMs(response.headers, Date.now());
  const when = delayMs === undefined ? "later" : `in ${Math.ceil(delayMs / 1000)} s`;
  return `The limit allows the next request ${when}, after this operation's deadline: run the same command then, or raise idm:retryDeadlineSeconds (IDM_RETRY_DEADLINE_SECONDS).`;
}
