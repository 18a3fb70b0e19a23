import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { z } from "zod";
import { type BearerCheck, requireScope } from "./bearer.ts";
import { faultAfter, faultBefore } from "./fault-effects.ts";
import { type Fault, type Faults, isBefore } from "./faults.ts";
import type { ServiceOptions } from "./options.ts";
import { Problem, problemBody } from "./problem.ts";
import type { RequestLog } from "./request-log.ts";
import type { Route } from "./route.ts";
import { TokenBucket } from "./token-bucket.ts";
import { validate } from "./validate.ts";

declare module "fastify" {
  interface FastifyRequest {
    fault: Fault | undefined;
    /** Notes the status of the response in the request log. */
    logEnd: (status: number) => void;
    /** Earliest time of the response, in milliseconds of `performance.now()`. */
    respondAtMs: number;
  }
}

/** The faults to apply, and the log to write. */
export interface Instruments {
  faults: Faults;
  log: RequestLog;
}

/** An application with request log, faults and error responses; its routes are added later. */
export function bareApp(instruments: Instruments): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 20_000 },
    // Keys of metadata may have any name, `__proto__` and `constructor` too.
    onProtoPoisoning: "ignore",
    onConstructorPoisoning: "ignore",
  });
  addHooks(app, instruments);
  app.setErrorHandler((error: FastifyError | Problem, _request, reply) => {
    const { status, errorCode, message, headers } = asProblem(error);
    return reply
      .code(status)
      .headers(headers)
      .send(problemBody(status, errorCode, message));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(problemBody(404, "not_found", "Not Found")),
  );
  return app;
}

function addHooks(app: FastifyInstance, { faults, log }: Instruments): void {
  app.decorateRequest("fault", undefined);
  app.decorateRequest("respondAtMs", 0);
  app.addHook("onRequest", async (request, reply) => {
    request.logEnd = log.begin(request.method, request.url, request.headers["user-agent"]);
    reply.raw.once("close", () => request.logEnd(0));
    const [path = ""] = request.url.split("?");
    request.fault = faults.next(request.method, path);
    if (request.fault === undefined || !isBefore(request.fault)) return;
    request.fault.onMet?.();
    await faultBefore(request.fault, request, reply);
  });
  app.addHook("onSend", async ({ respondAtMs }, _reply, payload) => {
    const waitMs = respondAtMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    return payload;
  });
  app.addHook("onSend", async ({ fault }, reply, payload) => {
    if (fault === undefined || isBefore(fault)) return payload;
    fault.onMet?.();
    return faultAfter(fault, reply, typeof payload === "string" ? payload : "");
  });
  app.addHook("onSend", async (request, reply, payload) => {
    request.logEnd(reply.statusCode);
    return payload;
  });
}

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error);
  return new Problem(status, status < 500 ? "invalid_request" : "internal_error", error.message);
}

/** Everything that the routes of the management API need around them. */
export interface ManagementApi {
  routes: readonly Route[];
  check: BearerCheck;
  options: ServiceOptions;
}

/** Adds the routes under `/api/v2`, with rate limit, latency, token check and validation of the query. */
export function addManagementApi(app: FastifyInstance, { routes, check, options }: ManagementApi): void {
  const bucket = options.rateLimit && new TokenBucket(options.rateLimit);
  app.register(
    async (api) => {
      api.addHook("onRequest", async (request, reply) => {
        request.respondAtMs = performance.now() + (options.latencyMs ?? 0);
        if (!options.rateLimitOff) bucket?.take();
        if (options.rateLimitHeadersAlways) reply.headers(bucket?.headers() ?? {});
      });
      for (const route of routes) {
        addRoute(api, options.documentedOnly && !route.documented ? refused(route) : route, check);
      }
    },
    { prefix: "/api/v2" },
  );
}

/** The route as a service answers it that does not offer the operation. */
function refused(route: Route): Route {
  const handle = (): never => {
    throw new Problem(405, "method_not_allowed", `${route.method} is not allowed here.`);
  };
  return { ...route, handle };
}

const noQuery = z.strictObject({});

function addRoute(api: FastifyInstance, route: Route, check: BearerCheck): void {
  api.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: false,
    onRequest: async ({ headers }) => requireScope(await check(headers.authorization), route.scope),
    handler: async (request, reply) => {
      const params = request.params as Record<string, string>;
      const query = validate(route.query ?? noQuery, request.query, "query");
      const { status, body } = await route.handle({ params, query, body: request.body });
      return reply.code(status).send(body);
    },
  });
}
