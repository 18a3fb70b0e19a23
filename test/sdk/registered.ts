import * as pulumi from "@pulumi/pulumi";

const registered = new Map<string, pulumi.runtime.MockResourceArgs>();

/** Replaces the engine: each resource gets its inputs and `answer` as outputs. */
export async function mockEngine(answer: Record<string, unknown> = {}): Promise<void> {
  await pulumi.runtime.setMocks({
    newResource(args) {
      registered.set(args.name, args);
      return { id: args.id || `${args.name}-id`, state: { ...args.inputs, ...answer } };
    },
    call: ({ inputs }) => inputs,
  });
}

/** What the engine got for the resource. Waits for the registration, which follows the constructor. */
export async function registration(
  resource: pulumi.CustomResource,
): Promise<pulumi.runtime.MockResourceArgs> {
  const urn = await resolved(resource.urn);
  const args = registered.get(urn.split("::").at(-1) ?? "");
  if (!args) throw new Error(`${urn} was not registered`);
  return { ...args, inputs: withoutSecretness(args.inputs) as pulumi.Inputs };
}

/** The names of the inputs that reached the engine as secrets. Waits for the registration. */
export async function secretInputs(resource: pulumi.CustomResource): Promise<string[]> {
  await registration(resource);
  const { inputs = {} } = registered.get((await resolved(resource.urn)).split("::").at(-1) ?? "") ?? {};
  return Object.keys(inputs).filter((name) => inputs[name]?.[signature] === secretSignature);
}

// How Pulumi's protocol marks a secret value.
const signature = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

function withoutSecretness(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretness);
  if (typeof value !== "object" || value === null) return value;
  if (signature in value) return withoutSecretness((value as { value?: unknown }).value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecretness(inner)]));
}

export function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply((value) => resolve(value as T));
  });
}
