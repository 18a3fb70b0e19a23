/** Where a credential comes from: an environment variable, or a command that prints it. Never the list itself. */
export type Source = { env: string } | { command: string[] };

/** The credentials that a tenant may have, each with the environment variable by which the provider takes it. */
export const credentialVariables = {
  accessToken: "IDM_ACCESS_TOKEN",
  clientId: "IDM_CLIENT_ID",
  clientSecret: "IDM_CLIENT_SECRET",
  privateKey: "IDM_PRIVATE_KEY",
  keyId: "IDM_KEY_ID",
  signingAlgorithm: "IDM_SIGNING_ALGORITHM",
} as const;

export type Credential = keyof typeof credentialVariables;

/** One entry of the list. Its name is the name of its stack. */
export interface Tenant {
  name: string;
  baseUrl: string;
  authUrl?: string;
  domain: string;
  credentials: Partial<Record<Credential, Source>>;
}
