import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { addManagementApi, bareApp } from "./app.ts";
import { bearerCheck, signToken } from "./bearer.ts";
import { Faults } from "./faults.ts";
import { newIdentity } from "./identity.ts";
import { addOAuthRoutes } from "./oauth-routes.ts";
import type { ServiceOptions } from "./options.ts";
import type { Identity } from "./records.ts";
import { RequestLog } from "./request-log.ts";
import { DEFAULT_SCOPES } from "./scopes.ts";
import { loadTenant } from "./state-file.ts";
import type { Tenant } from "./tenant.ts";

/** A stand-in service that listens on loopback. */
export interface Service {
  /** `http://127.0.0.1:PORT/api/v2` */
  baseUrl: string;
  /** `http://127.0.0.1:PORT`; also the issuer of the tokens. */
  authUrl: string;
  /** For `client_secret_post` and `client_secret_basic`. */
  client: Identity["client"];
  /** For `private_key_jwt`; the private key is PKCS #8 in PEM. */
  keyClient: Identity["keyClient"];
  /** An access token with just these scopes (default all), valid for `lifetimeSeconds` (default 3600; below 0 expired). */
  issueToken(scopes?: readonly string[], lifetimeSeconds?: number): Promise<string>;
  /** The records, to seed and to change behind the back of the client. */
  tenant: Tenant;
  requests: RequestLog;
  /** The most API requests that were in work at one time since the start or the last reset of the log. */
  readonly maxInFlight: number;
  faults: Faults;
  /** Ends every connection, those that wait for an answer too. */
  close(): Promise<void>;
}

/** Starts a service of its own, with an empty tenant unless the state file holds one. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const tenant = loadTenant(options.stateFile);
  const identity = await identityOf(tenant, options);
  const instruments = { faults: new Faults(), log: new RequestLog() };
  const app = bareApp(instruments);
  addManagementApi(app, { tenant, options }, bearerCheck(identity));
  const scopes = options.scopes ?? DEFAULT_SCOPES;
  const lifetimeSeconds = options.tokenLifetimeSeconds ?? 3600;
  addOAuthRoutes(app, () => ({ issuer: identity.issuers.at(-1) ?? "", identity, scopes, lifetimeSeconds }));
  const authUrl = await listen(app, options.port ?? 0);
  identity.issuers = [...identity.issuers.filter((issuer) => issuer !== authUrl), authUrl];
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

interface Parts {
  tenant: Tenant;
  identity: Identity;
  faults: Faults;
  log: RequestLog;
}

function serviceOf(
  authUrl: string,
  app: FastifyInstance,
  parts: Parts,
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
