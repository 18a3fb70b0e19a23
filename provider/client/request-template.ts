import type { ApiCall } from "./api-call.ts";
import { path } from "./path.ts";

/** A request of the service, with names in braces for the segments of its path that a call fills in. */
export interface RequestTemplate {
  readonly method: ApiCall["method"];
  /** `/event-streams/{eventStreamId}/redeliver/{eventId}` */
  readonly path: string;
  /** The scope that it needs: `update:event_deliveries`. */
  readonly scope: string;
  /** What it is sent for, for the reference: `verify`. */
  readonly purpose: string;
  /** Whether the service's documents describe it. Others follow the service's conventions. */
  readonly isDocumented: boolean;
}

/** The call with these values in its path, each encoded as one segment. Throws the errors of `path`. */
export function callOf(
  { method, path: template, scope }: RequestTemplate,
  segments: Readonly<Record<string, string>>,
): Pick<ApiCall, "method" | "path" | "scope"> {
  const strings = template.split(/\{\w+\}/);
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = names.map((name) => segments[name] ?? "");
  return { method, path: path(strings as unknown as TemplateStringsArray, ...values), scope };
}
