import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type OAuthSettings, oauthServer, tokenPath, toProviderForm } from "./oauth.ts";

/** Routes for token requests and for the public documents of the authorisation server; all are passed on to it. */
export function addOAuthRoutes(app: FastifyInstance, settings: () => OAuthSettings): void {
  let server: FastifyInstance | undefined;
  const pass = async (request: FastifyRequest, reply: FastifyReply, url: string): Promise<unknown> => {
    server ??= oauthServer(settings());
    const { "content-length": _length, "transfer-encoding": _encoding, ...headers } = request.headers;
    const form =
      typeof request.body === "string" ? { payload: toProviderForm(request.body, settings().scopes) } : {};
    const method = request.method === "POST" ? "POST" : "GET";
    const answer = await server.inject({ method, url, headers, ...form });
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.payload);
  };
  app.register(async (oauth) => {
    oauth.removeAllContentTypeParsers();
    oauth.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    for (const url of ["/oauth/token", tokenPath]) {
      oauth.post(url, (request, reply) => pass(request, reply, tokenPath));
    }
    for (const url of [
      "/jwks",
      "/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server",
    ]) {
      oauth.get(url, (request, reply) => pass(request, reply, url));
    }
  });
}
