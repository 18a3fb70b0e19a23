import type { z } from "zod";
import type { ServiceOptions } from "./options.ts";
import { Problem } from "./problem.ts";
import type { Scope } from "./scopes.ts";
import type { Tenant } from "./tenant.ts";

/** A request whose token, scope and query are valid. */
export interface RouteRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Undefined when the request has no body. */
  body: unknown;
}

/** Status and JSON body of a success; without `body` the response is empty. */
export interface RouteResponse {
  status: number;
  body?: unknown;
}

/** One operation of the management API. */
export interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the base address, in Fastify's notation: `/roles/:id`. */
  path: string;
  /** Scope that the token needs. */
  scope: Scope;
  /** Whether the interface documents the operation; default false, an operation that follows its conventions. */
  documented?: boolean;
  /** Query parameters; default none is allowed. */
  query?: z.ZodType<Record<string, unknown>>;
  /** Throws a {@link Problem} for an error response. */
  handle(request: RouteRequest): RouteResponse | Promise<RouteResponse>;
}

/** What the routes of one service work on. */
export interface RouteContext {
  tenant: Tenant;
  options: ServiceOptions;
}

/** The routes of one service; every file of `routes/` exports such a function under the name `routes`. */
export type RouteFactory = (context: RouteContext) => Route[];

/** The `:id` of the path. */
export const idOf = ({ params }: RouteRequest): string => params.id ?? "";

/** Throws a 400 when the request has a body. */
export function refuseBody({ body }: RouteRequest): void {
  if (body === undefined || body === null) return;
  throw new Problem(400, "invalid_body", "Payload validation error: this operation takes no body.");
}
