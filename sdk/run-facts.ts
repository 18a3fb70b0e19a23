import * as pulumi from "@pulumi/pulumi";

const prefix = "idm:";

/**
 * What the program's process knows of a run and the provider's process does not: whether it is a preview, and which
 * keys of the stack configuration begin with `idm:`, each with how its value is kept. No values.
 */
export function runFacts(): object {
  const keys = Object.keys(pulumi.runtime.allConfig()).filter((key) => key.startsWith(prefix));
  return {
    isPreview: pulumi.runtime.isDryRun(),
    configKeys: Object.fromEntries(keys.map((key) => [key, keptAs(key)])),
  };
}

/** Pulumi's types do not declare `isConfigSecret`. Without it, nothing is said about plain text. */
const { isConfigSecret = () => true } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };

function keptAs(key: string): "plain" | "secret" {
  return isConfigSecret(key) ? "secret" : "plain";
}
