import * as pulumi from "@pulumi/pulumi";

/**
 * The record name `name` relative to `zone`, for DNS resources that take relative names: `@` for the zone itself.
 * Trailing dots and case are ignored. A name outside of the zone is an error.
 */
export function relativeTo(zone: pulumi.Input<string>, name: pulumi.Input<string>): pulumi.Output<string> {
  return pulumi.all([zone, name]).apply(([zone, name]) => relativeName(zone, name));
}

/** `relativeTo` for plain strings. Throws an Error for a name outside of the zone. */
export function relativeName(zone: string, name: string): string {
  const zoneLabels = labelsOf(zone, "zone");
  const nameLabels = labelsOf(name, "name");
  const own = nameLabels.slice(0, Math.max(0, nameLabels.length - zoneLabels.length));
  if (!sameLabels(nameLabels.slice(own.length), zoneLabels)) {
    const suffix = zoneLabels.join(".");
    throw new Error(
      `The name "${name}" is not in the zone "${zone}": wanted "${suffix}" or a name that ends in ".${suffix}"`,
    );
  }
  return own.join(".") || "@";
}

function labelsOf(value: string, argument: string): string[] {
  const labels = value.replace(/\.$/, "").split(".");
  if (labels.includes(""))
    throw new Error(
      `The ${argument} "${value}" is no domain name: write labels separated by single dots, such as example.com`,
    );
  return labels;
}

function sameLabels(left: string[], right: string[]): boolean {
  return left.join(".").toLowerCase() === right.join(".").toLowerCase();
}
