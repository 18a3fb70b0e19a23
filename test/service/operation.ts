import type { z } from "zod";
import type { ServiceOptions } from "./options.ts";
import { Problem } from "./problem.ts";
import type { Tenant } from "./tenant.ts";

/** A request whose token and scope are in order. */
export interface Call<Query = unknown> {
  params: Record<string, string>;
  query: Query;
  /** Undefined when none was sent. */
  body: unknown;
}

/** Without a body nothing is sent but the status. */
export interface Answer {
  status: number;
  body?: unknown;
}

/** One operation of the management interface; `path` is relative to the base address, in fastify's notation. */
export interface Operation {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  scope: string;
  /** Shown in the interface, rather than following its conventions. */
  documented?: true;
  /** Default: no query parameter is known. */
  query?: z.ZodType;
  act(call: Call): Answer | Promise<Answer>;
}

/** What the operations work on. */
export interface Context {
  tenant: Tenant;
  options: ServiceOptions;
}

/** The id of the path, empty only when the route has none. */
export const idOf = ({ params }: Call): string => params.id ?? "";

/** 400 when a body came where the operation takes none. */
export function refuseBody({ body }: Call): void {
  if (body === undefined || body === null) return;
  throw new Problem(400, "invalid_body", "Payload validation error: this operation takes no body.");
}
