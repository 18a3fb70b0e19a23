// The software bill of materials, as CycloneDX: https://cyclonedx.org/docs/1.6/json/
import { createHash } from "node:crypto";
import type { Commit } from "./git.ts";

/** What this reads of package-lock.json. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface SbomSource {
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly description: string;
    readonly license: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  readonly lock: Lock;
  /** Names of the packages in the bundles. */
  readonly bundled: readonly string[];
  readonly commit: Commit;
}

/** Writes the bill: what the bundles contain, what npm installs with the package, and the Node of the executables. */
export function sbom({ manifest, lock, bundled, commit }: SbomSource): string {
  const { name, version, description, license, dependencies } = manifest;
  const installed = withDependencies(Object.keys(dependencies), lock);
  const names = [...new Set([...installed, ...bundled])].sort();
  const root = { type: "library", "bom-ref": ref(name, version), name, version, description };
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(commit.id)}`,
    version: 1,
    metadata: {
      timestamp: new Date(commit.timeSeconds * 1000).toISOString(),
      lifecycles: [{ phase: "build" }],
      component: { ...root, licenses: licences(license), purl: ref(name, version) },
      properties: [{ name: "commit", value: commit.id }],
    },
    components: [
      ...names.map((one) => component(one, locked(one, lock), { installed, bundled })),
      nodeItself(),
    ],
    dependencies: [
      { ref: ref(name, version), dependsOn: [...names.map((one) => refOf(one, lock)), nodeRef].sort() },
      ...names.map((one) => ({
        ref: refOf(one, lock),
        dependsOn: Object.keys(locked(one, lock).dependencies ?? {})
          .filter((other) => names.includes(other))
          .map((other) => refOf(other, lock))
          .sort(),
      })),
      { ref: nodeRef, dependsOn: [] },
    ],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

const nodeVersion = process.versions.node;
const nodeRef = `pkg:generic/node@${nodeVersion}`;

function nodeItself() {
  return {
    type: "platform",
    "bom-ref": nodeRef,
    name: "node",
    version: nodeVersion,
    description: "The Node.js in the executables of the plugin.",
    licenses: licences("MIT"),
    purl: nodeRef,
    properties: shipped(["bundled in the executables of the plugin"]),
  };
}

function component(
  name: string,
  { version, integrity, license }: LockedPackage,
  { installed, bundled }: Record<"installed" | "bundled", readonly string[]>,
) {
  const ways = [
    ...(bundled.includes(name) ? ["bundled"] : []),
    ...(installed.includes(name) ? ["installed by npm with pulumi-idm"] : []),
  ];
  return {
    type: "library",
    "bom-ref": ref(name, version),
    name,
    version,
    scope: "required",
    ...(integrity && { hashes: [hash(integrity)] }),
    ...(license && { licenses: licences(license) }),
    purl: ref(name, version),
    properties: shipped(ways),
  };
}

function shipped(ways: readonly string[]) {
  return ways.map((value) => ({ name: "pulumi-idm:shipped", value }));
}

/** The packages and all that they depend on. */
function withDependencies(names: readonly string[], lock: Lock, found = new Set<string>()): string[] {
  for (const name of names.filter((one) => !found.has(one))) {
    found.add(name);
    withDependencies(Object.keys(locked(name, lock).dependencies ?? {}), lock, found);
  }
  return [...found];
}

function locked(name: string, { packages }: Lock): LockedPackage {
  const found = packages[`node_modules/${name}`];
  if (found === undefined) throw new Error(`package-lock.json has no ${name}`);
  return found;
}

function refOf(name: string, lock: Lock): string {
  return ref(name, locked(name, lock).version);
}

/** The package URL, whose `@` of a scope is escaped. */
function ref(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

function licences(license: string) {
  return /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

/** From `sha512-BASE64`, as the lockfile has it. */
function hash(integrity: string) {
  const [, bits, base64 = ""] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
  return { alg: `SHA-${bits}`, content: Buffer.from(base64, "base64").toString("hex") };
}

/** A UUID of version 8, which is what an application defines. The same commit has the same. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(`pulumi-idm ${text}`).digest("hex");
  const [, ...parts] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hex) ?? [];
  const [first, second, third, fourth, last] = parts;
  return `${first}-${second}-8${third}-8${fourth}-${last}`;
}
