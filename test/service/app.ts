import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { type BearerCheck, requireScope } from "./bearer.ts";
import { faultAfter, faultBefore } from "./fault-effects.ts";
import { type Fault, type Faults, isBefore } from "./faults.ts";
import { Limiter } from "./limiter.ts";
import type { Context, Operation } from "./operation.ts";
import { Problem, problemBody } from "./problem.ts";
import type { RequestLog } from "./request-log.ts";
import { domainOperations } from "./routes/custom-domains.ts";
import { redeliveryOperations } from "./routes/redeliveries.ts";
import { roleOperations } from "./routes/roles.ts";
import { templateOperations } from "./routes/templates.ts";
import { noQuery, valid } from "./schemas.ts";

declare module "fastify" {
  interface FastifyRequest {
    fault: Fault | undefined;
    leave: (status: number) => void;
    /** When the answer may go, in milliseconds of `performance.now()`. */
    answerAtMs: number;
  }
}

/** What the app tells the world about and is told by it. */
export interface Instruments {
  faults: Faults;
  log: RequestLog;
}

/** An application with the log, the faults and the error answers, and no route yet. */
export function bareApp(instruments: Instruments): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 20_000 },
    // Metadata keys belong to the user, `__proto__` and `constructor` too.
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
  app.decorateRequest("answerAtMs", 0);
  app.addHook("onRequest", async (request, reply) => {
    request.leave = log.arrived(request.method, request.url);
    reply.raw.once("close", () => request.leave(0));
    const [path = ""] = request.url.split("?");
    request.fault = faults.next(request.method, path);
    if (request.fault !== undefined && isBefore(request.fault))
      await faultBefore(request.fault, request, reply);
  });
  app.addHook("onSend", async ({ answerAtMs }, _reply, payload) => {
    const waitMs = answerAtMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    return payload;
  });
  app.addHook("onSend", async ({ fault }, reply, payload) => {
    if (fault === undefined || isBefore(fault)) return payload;
    return faultAfter(fault, reply, typeof payload === "string" ? payload : "");
  });
  app.addHook("onSend", async (request, reply, payload) => {
    request.leave(reply.statusCode);
    return payload;
  });
}

function asProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error);
  return new Problem(status, status < 500 ? "invalid_request" : "internal_error", error.message);
}

/** Adds the management interface under `/api/v2`. */
export function addManagementApi(app: FastifyInstance, context: Context, check: BearerCheck): void {
  const { options } = context;
  const limiter = options.rateLimit && new Limiter(options.rateLimit);
  const operations = [domainOperations, templateOperations, roleOperations, redeliveryOperations].flatMap(
    (make) => make(context),
  );
  app.register(
    async (api) => {
      api.addHook("onRequest", async (request, reply) => {
        request.answerAtMs = performance.now() + (options.latencyMs ?? 0);
        limiter?.take();
        if (options.rateLimitHeadersAlways) reply.headers(limiter?.headers() ?? {});
      });
      for (const operation of operations) {
        addRoute(
          api,
          options.documentedOnly && !operation.documented ? refused(operation) : operation,
          check,
        );
      }
    },
    { prefix: "/api/v2" },
  );
}

function refused(operation: Operation): Operation {
  const act = (): never => {
    throw new Problem(405, "method_not_allowed", `${operation.method} is not allowed here.`);
  };
  return { ...operation, act };
}

function addRoute(api: FastifyInstance, operation: Operation, check: BearerCheck): void {
  api.route({
    method: operation.method,
    url: operation.path,
    exposeHeadRoute: false,
    onRequest: async ({ headers }) => requireScope(await check(headers.authorization), operation.scope),
    handler: async ({ params, query, body }, reply) => {
      const asked = valid(operation.query ?? noQuery, query, "query");
      const answer = await operation.act({ params: params as Record<string, string>, query: asked, body });
      return reply.code(answer.status).send(answer.body);
    },
  });
}
