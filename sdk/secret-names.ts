import * as pulumi from "@pulumi/pulumi";

/**
 * The names of the arguments that contain a secret. The provider needs them, because the engine passes it all values
 * unwrapped and its messages must not contain secrets. Undefined when there are none.
 */
export function secretNames(args: object = {}): pulumi.Output<string[] | undefined> | undefined {
  const candidates = Object.entries(args).filter(([, value]) => containsOutput(value));
  if (candidates.length === 0) return undefined;
  const names = Promise.all(
    candidates.map(async ([name, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [name] : [])),
  );
  return pulumi.output(names.then((found) => (found.flat().length > 0 ? found.flat().sort() : undefined)));
}

function containsOutput(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    pulumi.Output.isInstance(value) || value instanceof Promise || Object.values(value).some(containsOutput)
  );
}
