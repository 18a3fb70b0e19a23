import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { addManagementApi, bareApp } from "./app.ts";
import { bearerCheck, signToken } from "./bearer.ts";
import { Faults } from "./faults.ts";
import { type Identity, newIdentity } from "./identity.ts";
import { lastPort } from "./last-port.ts";
import { addOAuthRoutes } from "./oauth-routes.ts";
import type { ServiceOptions } from "./options.ts";
import { RequestLog } from "./request-log.ts";
import { loadRouteFiles } from "./route-files.ts";
import { scopesOf } from "./scopes.ts";
import { loadTenant } from "./state-file.ts";
import type { Tenant } from "./tenant.ts";

/** A running stand-in service on loopback. */
export interface Service {
  /** `http://127.0.0.1:PORT/api/v2` */
  baseUrl: string;
  /** `http://127.0.0.1:PORT`; with a slash at its end it is the issuer of the tokens. */
  authUrl: string;
  /** For `client_secret_post` and `client_secret_basic`. */
  client: Identity["client"];
  /** For `private_key_jwt`; the private key is PKCS #8 in PEM. */
  keyClient: Identity["keyClient"];
  /** An access token with these scopes (default all). `lifetimeSeconds` is by default 3600; below 0 it has expired. */
  issueToken(scopes?: readonly string[], lifetimeSeconds?: number): Promise<string>;
  /** The data of the service, which tests may change directly. */
  tenant: Tenant;
  requests: RequestLog;
  /** Most API requests in flight at the same time, since the start or the last reset of the log. */
  readonly maxInFlight: number;
  faults: Faults;
  /** Stops the service and closes every connection, also those that wait for a response. */
  close(): Promise<void>;
}

/** Starts a service with the tenant of the state file, or an empty one. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const tenant = loadTenant(options.stateFile);
  const identity = await identityOf(tenant, options);
  const instruments = { faults: new Faults(), log: new RequestLog() };
  const app = bareApp(instruments);
  const routes = (await loadRouteFiles()).flatMap((routesFor) => routesFor({ tenant, options }));
  addManagementApi(app, { routes, options, check: bearerCheck(identity) });
  const scopes = options.scopes ?? scopesOf(routes);
  const lifetimeSeconds = options.tokenLifetimeSeconds ?? 3600;
  addOAuthRoutes(app, () => ({ issuer: identity.issuers.at(-1) ?? "", identity, scopes, lifetimeSeconds }));
  const authUrl = await listen(app, options.port ?? (await lastPort(identity)));
  const issuer = `${authUrl}/`;
  identity.issuers = [...identity.issuers.filter((other) => other !== issuer), issuer];
  tenant.save();
  return serviceOf(authUrl, app, { tenant, identity, ...instruments }, scopes);
}

async function identityOf(tenant: Tenant, { keyAlgorithm = "ES256" }: ServiceOptions): Promise<Identity> {
  tenant.identity ??= await newIdentity(keyAlgorithm);
  return tenant.identity;
}

async function listen(app: FastifyInstance, port: number): Promise<string> {
  await app.listen({ host: "127.0.0.1", port });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

interface ServiceParts {
  tenant: Tenant;
  identity: Identity;
  faults: Faults;
  log: RequestLog;
}

function serviceOf(
  authUrl: string,
  app: FastifyInstance,
  parts: ServiceParts,
  allScopes: readonly string[],
): Service {
  const { tenant, identity, faults, log } = parts;
  return {
    baseUrl: `${authUrl}/api/v2`,
    authUrl,
    client: identity.client,
    keyClient: identity.keyClient,
    issueToken: (scopes = allScopes, lifetimeSeconds = 3600) => signToken(identity, scopes, lifetimeSeconds),
    tenant,
    requests: log,
    get maxInFlight() {
      return log.maxInFlight;
    },
    faults,
    close: () => app.close(),
  };
}
