import { IdmError } from "../errors.ts";

declare const encoded: unique symbol;

/** A path below the base address, with each interpolated segment encoded; made by the `path` tag only. */
export type Path = string & { readonly [encoded]: true };

/** Far above any id of the interface (26 at most), far below what servers refuse as a URL. */
const maxSegmentLength = 255;

/**
 * Template tag for request paths: every `${value}` becomes exactly one percent-encoded segment.
 * Throws `ERR_IDM_INPUT` for what cannot be one: empty, `.` or `..`, longer than 255 characters, or text that is not well-formed Unicode.
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

function segmentProblem(segment: string): string | undefined {
  if (segment === "") return "it is empty";
  if (segment === "." || segment === "..") return "it means another folder";
  if (segment.length > maxSegmentLength)
    return `it has ${segment.length} characters, ${maxSegmentLength} at most are allowed`;
  if (!segment.isWellFormed()) return "it is not well-formed Unicode";
  return undefined;
}

/** Short, printable form of a value for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}
