import { STATUS_CODES } from "node:http";
import { ApiError, asSentence, type IdmErrorCode } from "../errors.ts";
import type { HttpResponse } from "./http.ts";
import { isOwnError } from "./own-error.ts";
import type { ErrorBody } from "./response-body.ts";
import { causeOf404 } from "./unrouted.ts";

/** The refused request, and what the user can do. */
export interface RefusedRequest {
  readonly method: string;
  /** Without query and origin. */
  readonly path: string;
  /** Which attempt was refused, from 1. */
  readonly attempt: number;
  /** One or two sentences: what the user can do now. */
  readonly remedy?: string | undefined;
  /** Default `ERR_IDM_API`. */
  readonly code?: IdmErrorCode | undefined;
}

/** Creates the error for a response other than 2xx: `403 Forbidden on POST /roles. The service says: … <remedy>`. */
export function refusedError(response: HttpResponse, body: ErrorBody, request: RefusedRequest): ApiError {
  const { method, path, attempt, remedy, code } = request;
  const { message, apiCode, requestId } = body;
  const status = [response.status, STATUS_CODES[response.status]].filter(Boolean).join(" ");
  const facts = [attempt > 1 && `attempt ${attempt}`, requestId?.label].filter(Boolean).join(", ");
  const details = facts && ` (${facts})`;
  const said = message && `The service says: ${asSentence(message)}`;
  const sentences = [`${status} on ${method} ${path}${details}.`, said].filter(Boolean);
  const error = {
    status: response.status,
    method,
    path,
    apiCode,
    requestId: requestId?.value,
    isOwn: isOwnError(response, path),
    namesItem: causeOf404(response) === "item",
  };
  return new ApiError(sentences.join(" "), error, code, { advice: remedy });
}
