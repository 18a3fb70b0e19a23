import type { HttpHeaders } from "./http.ts";
import { headerText } from "./rate-limit-headers.ts";

/** Headers with the id of a request, the service's own before those of proxies and clouds. */
const names = [
  "x-request-id",
  "request-id",
  "x-correlation-id",
  "x-amzn-requestid",
  "x-amzn-trace-id",
  "x-amz-cf-id",
  "x-ms-request-id",
  "x-azure-ref",
  "x-cloud-trace-context",
  "x-vercel-id",
  "fly-request-id",
  "cf-ray",
];

/** Matches the request ids of all known services and proxies. Other values are not shown. */
const pattern = /^[\w.:;/+=-]{1,100}$/;

/** The id by which support finds a request. */
export interface RequestId {
  readonly value: string;
  /** How messages show it: `request id req-1`, and for another header than the usual `cf-ray 8f1e2d3c4b5a6978-FRA`. */
  readonly label: string;
}

/** The request id of a response; undefined when it has none that is fit to be shown. */
export function requestIdOf(headers: HttpHeaders): RequestId | undefined {
  for (const name of names) {
    const value = headerText(headers, name);
    if (value === undefined || !pattern.test(value)) continue;
    return { value, label: `${/^(x-)?request-id$/.test(name) ? "request id" : name} ${value}` };
  }
  return undefined;
}
