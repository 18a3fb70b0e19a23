import * as pulumi from "@pulumi/pulumi";

/**
 * Identifies a resource across runs: the organization, and the URN that the engine gives it. The engine passes no URN
 * to a dynamic provider. Undefined outside of a Pulumi program.
 */
export function resourceName(type: string, name: string, parent?: pulumi.Resource): string | undefined {
  try {
    const types = [...typesOf(parent), `pulumi-nodejs:dynamic/idm:${type}`].join("$");
    return `${organization()}/urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${types}::${name}`;
  } catch {
    return undefined;
  }
}

/** What Pulumi keeps in each resource. */
interface PulumiFields {
  readonly __pulumiType?: string;
  readonly __parentResource?: pulumi.Resource;
}

/** The types of a parent and its own parents, the outermost first. The stack itself does not count. */
function typesOf(parent: pulumi.Resource | undefined): string[] {
  const { __pulumiType, __parentResource } = (parent ?? {}) as PulumiFields;
  if (__pulumiType === undefined || __pulumiType === "pulumi:pulumi:Stack") return [];
  return [...typesOf(__parentResource), __pulumiType];
}

/** Empty for an engine that names none. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}
