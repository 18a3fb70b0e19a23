import * as pulumi from "@pulumi/pulumi";

/**
 * `name` as a DNS resource of `zone` wants it that takes names relative to the zone: `@` for the zone itself.
 * Trailing dots and case do not count; a name outside of the zone is an error.
 */
export function relativeTo(zone: pulumi.Input<string>, name: pulumi.Input<string>): pulumi.Output<string> {
  return pulumi.all([zone, name]).apply(([zone, name]) => relativeName(zone, name));
}

/** `relativeTo` for texts that are at hand; throws an Error that says which names the zone could take. */
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

function labelsOf(text: string, what: string): string[] {
  const labels = text.replace(/\.$/, "").split(".");
  if (labels.includes(""))
    throw new Error(`The ${what} "${text}" is no domain name: wanted labels with single dots between`);
  return labels;
}

function sameLabels(some: string[], others: string[]): boolean {
  return some.join(".").toLowerCase() === others.join(".").toLowerCase();
}
