import { STATUS_CODES } from "node:http";
import { ApiError, asSentence, type IdmErrorCode } from "../errors.ts";
import type { HttpResponse } from "./http.ts";
import type { ErrorBody } from "./response-body.ts";

/** The refused request, and what the user can do. */
export interface RefusedRequest {
  readonly method: string;
  /** Without query and origin. */
  readonly path: string;
  /** One or two sentences: what the user can do now. */
  readonly remedy?: string | undefined;
  /** Default `ERR_IDM_API`. */
  readonly code?: IdmErrorCode | undefined;
}

/** Creates the error for a response other than 2xx: `403 Forbidden on POST /roles. The service says: … <remedy>`. */
export function refusedError(response: HttpResponse, body: ErrorBody, request: RefusedRequest): ApiError {
  const { method, path, remedy, code } = request;
  const { message, apiCode, requestId } = body;
  const status = [response.status, STATUS_CODES[response.status]].filter(Boolean).join(" ");
  const id = requestId ? ` (request id ${requestId})` : "";
  const said = message && `The service says: ${asSentence(message)}`;
  const sentences = [`${status} on ${method} ${path}${id}.`, said].filter(Boolean);
  const details = { status: response.status, method, path, apiCode, requestId };
  return new ApiError(sentences.join(" "), details, code, { advice: remedy });
}
