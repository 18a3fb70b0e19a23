// Writes a Stack of the Pulumi Kubernetes Operator (version 2) for each tenant of a list:
// node kubernetes/manifests.ts tenants.yaml > kubernetes/stacks.yaml
import { InputError } from "../src/input-error.ts";
import { readTenantList } from "../src/tenant-list.ts";
import { manifestsOf } from "./stack-manifest.ts";

try {
  process.stdout.write(manifestsOf(readTenantList(process.argv[2] ?? "tenants.yaml")));
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
