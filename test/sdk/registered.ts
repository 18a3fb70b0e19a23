import * as pulumi from "@pulumi/pulumi";

const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

/** Lets programs run without an engine; every resource is answered with its inputs and `answer`. */
export async function mockEngine(answer: Record<string, unknown> = {}): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource(args) {
      registered.set(args.name, args);
      return { id: args.id || `${args.name}-id`, state: { ...args.inputs, ...answer } };
    },
    call: ({ inputs }) => inputs,
  });
}

/** What the engine was told of the resource; waits for the registration, which comes after the constructor. */
export async function registration(
  resource: pulumi.CustomResource,
): Promise<pulumi.runtime.MockResourceArgs> {
  const urn = await resolved(resource.urn);
  const args = registered.get(urn.split("::").at(-1) ?? "");
  if (!args) throw new Error(`${urn} was not registered`);
  return args;
}

export function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply((value) => resolve(value as T));
  });
}
