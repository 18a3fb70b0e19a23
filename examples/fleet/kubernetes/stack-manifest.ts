import { stringify } from "yaml";
import { credentialVariables, type Tenant } from "../src/tenant.ts";

/** What is the same for all tenants. Change it to yours. */
const settings = {
  namespace: "fleet",
  serviceAccount: "pulumi",
  organization: "my-org",
  repository: "https://git.example.com/my-org/fleet.git",
  branch: "main",
  /** Folder of Pulumi.yaml in the repository. */
  folder: ".",
  /** The Secret with the access token of Pulumi Cloud, under the key `accessToken`. */
  pulumiSecret: "pulumi-api-secret",
  /** How often each stack is refreshed and updated, so that drift is corrected. */
  resyncSeconds: 3600,
};

/** The Stack of one tenant. The Secret `idm-NAME` has its credentials, under the names that the provider takes. */
export function stackManifest({ name, baseUrl, authUrl, domain, credentials }: Tenant): object {
  const variables = Object.keys(credentials).map(
    (credential) => credentialVariables[credential as keyof typeof credentialVariables],
  );
  const fromSecret = (secret: string, key: string) => ({ type: "Secret", secret: { name: secret, key } });
  return {
    apiVersion: "pulumi.com/v1",
    kind: "Stack",
    metadata: { name, namespace: settings.namespace },
    spec: {
      serviceAccountName: settings.serviceAccount,
      stack: `${settings.organization}/${name}`,
      projectRepo: settings.repository,
      branch: settings.branch,
      repoDir: settings.folder,
      shallow: true,
      config: { domain, "idm:baseUrl": baseUrl, ...(authUrl && { "idm:authUrl": authUrl }) },
      envRefs: {
        PULUMI_ACCESS_TOKEN: fromSecret(settings.pulumiSecret, "accessToken"),
        ...Object.fromEntries(variables.map((variable) => [variable, fromSecret(`idm-${name}`, variable)])),
      },
      refresh: true,
      continueResyncOnCommitMatch: true,
      resyncFrequencySeconds: settings.resyncSeconds,
      retryOnUpdateConflict: true,
      // Without this, each tenant keeps a pod between its updates.
      workspaceReclaimPolicy: "Delete",
      workspaceTemplate: {
        spec: { resources: { requests: { cpu: "500m", memory: "512Mi" }, limits: { memory: "1Gi" } } },
      },
    },
  };
}

/** The manifests of all tenants as one YAML stream. */
export function manifestsOf(tenants: readonly Tenant[]): string {
  const head = "# Written by kubernetes/manifests.ts from the list of tenants. Do not edit.\n";
  const documents = tenants.map((tenant) =>
    stringify(stackManifest(tenant), { aliasDuplicateObjects: false }),
  );
  return head + documents.join("---\n");
}
