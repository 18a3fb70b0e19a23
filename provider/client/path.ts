import { IdmError } from "../errors.ts";

declare const encoded: unique symbol;

/** A path below `idm:baseUrl` whose interpolated segments are encoded. Only the `path` tag creates one. */
export type Path = string & { readonly [encoded]: true };

/** Ids of the service have at most 26 characters. Servers refuse URLs that are far longer than this. */
const maxSegmentLength = 255;

/**
 * Template tag for request paths: encodes every `${value}` as exactly one segment.
 * Throws `ERR_IDM_INPUT` for a value that is empty, `.`, `..`, longer than 255 characters or not well-formed Unicode.
 */
export function path(strings: TemplateStringsArray, ...segments: string[]): Path {
  return String.raw({ raw: strings }, ...segments.map(encodeSegment)) as Path;
}

function encodeSegment(segment: string): string {
  const problem = segmentProblem(segment);
  if (problem)
    throw new IdmError("ERR_IDM_INPUT", `${quote(segment)} cannot be part of a request path: ${problem}`);
  return encodeURIComponent(segment);
}

/** Why a value cannot be a segment of a path; undefined when it can. */
export function segmentProblem(segment: string): string | undefined {
  if (segment === "") return "it is empty";
  if (segment === "." || segment === "..") return "it would lead to another path";
  if (segment.length > maxSegmentLength)
    return `it has ${segment.length} characters, at most ${maxSegmentLength} are allowed`;
  if (!segment.isWellFormed()) return "it is not well-formed Unicode";
  return undefined;
}

/** Quotes a value for a message. Of a long one it says the length: redaction would not find a part of a secret. */
export function quote(value: string): string {
  return value.length > 60 ? `a value of ${value.length} characters` : JSON.stringify(value);
}
