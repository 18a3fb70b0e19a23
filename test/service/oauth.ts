import { createPublicKey } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { errors, Provider } from "oidc-provider";
import { type Identity, tokenAlgorithm } from "./identity.ts";
import { ReplayStore } from "./replay-store.ts";
import { managementAudience, type Scope } from "./scopes.ts";

/** Path of the token endpoint; it works without the last slash too. */
export const tokenPath = "/oauth/token/";

/** `oidc-provider` names an API by an absolute URI (RFC 8707); the interface names it by the audience `/api/v2/`. */
const apiResource = "urn:idm:management-api";

/** Settings of the authorisation server. */
export interface OAuthSettings {
  issuer: string;
  identity: Identity;
  scopes: readonly Scope[];
  lifetimeSeconds: number;
}

/** The authorisation server as an application that does not listen: it answers `inject`ed requests. */
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

/** The token request as `oidc-provider` expects it: `resource` instead of `audience`, and by default all scopes. */
export function toProviderForm(form: string, scopes: readonly Scope[]): string {
  const parameters = new URLSearchParams(form);
  const audience = parameters.get("audience");
  parameters.delete("resource");
  if (audience !== null)
    parameters.set("resource", audience === managementAudience ? apiResource : "urn:idm:unknown");
  if (!parameters.get("scope")) parameters.set("scope", scopes.join(" "));
  return parameters.toString();
}

function configuration({ identity, scopes, lifetimeSeconds }: OAuthSettings): object {
  const refuse = (): never => {
    throw new errors.InvalidTarget(`audience must be ${managementAudience}`);
  };
  const api = {
    scope: scopes.join(" "),
    audience: managementAudience,
    accessTokenTTL: lifetimeSeconds,
    accessTokenFormat: "jwt",
    jwt: { sign: { alg: tokenAlgorithm } },
  };
  return {
    adapter: ReplayStore,
    clients: [secretClient(identity), keyClient(identity)],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    clientDefaults: { id_token_signed_response_alg: tokenAlgorithm },
    cookies: { keys: ["unused: no cookie is set"] },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: refuse,
        getResourceServerInfo: (_context: unknown, resource: string) =>
          resource === apiResource ? api : refuse(),
      },
    },
    jwks: { keys: [identity.signingKey] },
    responseTypes: [],
    routes: { token: tokenPath },
    scopes: [],
    ttl: { ClientCredentials: lifetimeSeconds },
  };
}

const clientCredentials = { grant_types: ["client_credentials"], redirect_uris: [], response_types: [] };

function secretClient({ client }: Identity): object {
  return {
    ...clientCredentials,
    client_id: client.id,
    client_secret: client.secret,
    token_endpoint_auth_method: "client_secret_post",
  };
}

function keyClient({ keyClient: { id, privateKey, keyId, algorithm } }: Identity): object {
  const jwk = createPublicKey(privateKey).export({ format: "jwk" });
  return {
    ...clientCredentials,
    client_id: id,
    token_endpoint_auth_method: "private_key_jwt",
    token_endpoint_auth_signing_alg: algorithm,
    jwks: { keys: [{ ...jwk, kid: keyId, alg: algorithm, use: "sig" }] },
  };
}
