import { createPublicKey } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { errors, Provider } from "oidc-provider";
import { TOKEN_ALGORITHM } from "./identity.ts";
import type { Identity } from "./records.ts";
import { ReplayStore } from "./replay-store.ts";
import { AUDIENCE, type Scope } from "./scopes.ts";

/** Where tokens are asked for; the address without the slash at the end is the same. */
export const TOKEN_PATH = "/oauth/token/";

/** The authorisation server knows an API by an absolute URI, which an audience of the interface is not. */
const API_RESOURCE = "urn:idm:management-api";

/** What the authorisation server needs to know. */
export interface OAuthSettings {
  issuer: string;
  identity: Identity;
  scopes: readonly Scope[];
  lifetimeSeconds: number;
}

/** The authorisation server as an application that answers `inject`ed requests and listens nowhere itself. */
export function oauthServer(settings: OAuthSettings): FastifyInstance {
  const provider = new Provider(settings.issuer, configuration(settings));
  provider.on("server_error", (_context, error) => console.error(error));
  const listener = provider.callback();
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.all("/*", (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw);
  });
  return app;
}

/** A token request in the terms of the authorisation server: the audience as a resource, all scopes by default. */
export function translated(form: string, scopes: readonly Scope[]): string {
  const parameters = new URLSearchParams(form);
  const audience = parameters.get("audience");
  parameters.delete("resource");
  if (audience !== null) parameters.set("resource", audience === AUDIENCE ? API_RESOURCE : "urn:idm:unknown");
  if (!parameters.get("scope")) parameters.set("scope", scopes.join(" "));
  return parameters.toString();
}

function configuration({ identity, scopes, lifetimeSeconds }: OAuthSettings): object {
  const refuse = (): never => {
    throw new errors.InvalidTarget(`audience must be ${AUDIENCE}`);
  };
  const api = {
    scope: scopes.join(" "),
    audience: AUDIENCE,
    accessTokenTTL: lifetimeSeconds,
    accessTokenFormat: "jwt",
    jwt: { sign: { alg: TOKEN_ALGORITHM } },
  };
  return {
    adapter: ReplayStore,
    clients: [secretClient(identity), keyClient(identity)],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    clientDefaults: { id_token_signed_response_alg: TOKEN_ALGORITHM },
    cookies: { keys: ["no cookie is ever set"] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: refuse,
        getResourceServerInfo: (_context: unknown, resource: string) =>
          resource === API_RESOURCE ? api : refuse(),
      },
    },
    jwks: { keys: [identity.signingKey] },
    responseTypes: [],
    routes: { token: TOKEN_PATH },
    scopes: [],
    ttl: { ClientCredentials: lifetimeSeconds },
  };
}

const CLIENT_CREDENTIALS = { grant_types: ["client_credentials"], redirect_uris: [], response_types: [] };

function secretClient({ client }: Identity): object {
  return {
    ...CLIENT_CREDENTIALS,
    client_id: client.id,
    client_secret: client.secret,
    token_endpoint_auth_method: "client_secret_post",
  };
}

function keyClient({ keyClient: { id, privateKey, keyId, algorithm } }: Identity): object {
  const jwk = createPublicKey(privateKey).export({ format: "jwk" });
  return {
    ...CLIENT_CREDENTIALS,
    client_id: id,
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: algorithm,
    jwks: { keys: [{ ...jwk, kid: keyId, alg: algorithm, use: "sig" }] },
  };
}
