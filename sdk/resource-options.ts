import * as pulumi from "@pulumi/pulumi";

type Options = pulumi.CustomResourceOptions | undefined;

/** What a generated class says about the options of its resource. */
export interface OptionFacts {
  /** The names of the outputs that are secret or contain a secret. */
  readonly secrets: readonly string[];
  /** Whether the service refuses a second item of the same name, so that a replacement deletes the old one first. */
  readonly isUnique?: boolean;
  /** How a program gets an existing item, in place of the resource option `import`. */
  readonly insteadOfImport: string;
}

/** Throws when a program imports a resource: the engine passes a dynamic provider nothing to import it with. */
export function refuseImport(subject: string, { insteadOfImport }: OptionFacts, opts: Options): void {
  if (opts?.import === undefined) return;
  throw new pulumi.RunError(
    `${subject}: the resource option import does not work with a dynamic provider. ${insteadOfImport} To import as Pulumi does, use the packaged plugin, pulumi-resource-idm.`,
  );
}

/**
 * The options of the program, with those that the resource needs. `pulumi up --replace` and a tainted resource do not
 * ask the provider whether the old item has to be deleted first: only the option says so.
 */
export function withDefaults({ secrets, isUnique }: OptionFacts, opts: Options): Options {
  return {
    ...opts,
    ...(isUnique && { deleteBeforeReplace: opts?.deleteBeforeReplace ?? true }),
    ...(secrets.length > 0 && {
      additionalSecretOutputs: [...(opts?.additionalSecretOutputs ?? []), ...secrets],
    }),
  };
}

/**
 * Takes the id of the resource for an output that is the same. The preview of an update knows the id, but no output of
 * a dynamic provider: what depends on the output would look changed.
 */
export function idIfUnknown(resource: pulumi.CustomResource, name: string): void {
  const properties = resource as unknown as Record<string, pulumi.Output<string>>;
  const output = properties[name] as pulumi.Output<string> & { readonly isKnown: Promise<boolean> };
  properties[name] = pulumi.output(
    output.isKnown.then((isKnown): pulumi.Output<string> => (isKnown ? output : resource.id)),
  );
}
