// Writes a Stack of the Pulumi Kubernetes Operator (version 2) for each tenant of a list:
// node kubernetes/manifests.ts tenants.yaml kubernetes/stacks.yaml
import { writeFileSync } from "node:fs";
import { InputError } from "../src/input-error.ts";
import { readTenantList } from "../src/tenant-list.ts";
import { manifestsOf } from "./stack-manifest.ts";

try {
  const [list = "tenants.yaml", file = "kubernetes/stacks.yaml"] = process.argv.slice(2);
  // A mistake in the list leaves the file as it is.
  writeFileSync(file, manifestsOf(readTenantList(list)));
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
