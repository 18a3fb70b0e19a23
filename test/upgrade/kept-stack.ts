// The states that released versions wrote: VERSION/HOST.json in this folder.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Args, code, programOf } from "../engine/harness-program.ts";
import type { Host } from "../engine/plugin-host.ts";
import type { CustomDomain, Redelivery, Role, Template } from "../service/records.ts";
import type { Service } from "../service/service.ts";

/** The arguments of a program as JSON. An object `{ $code }` is an expression of the program. */
export type KeptProgram = Record<string, readonly [type: string, args: Args]>;

/** What a file has: a program, the stack that it made, and what the service held then. */
export interface KeptStack {
  readonly program: KeptProgram;
  readonly stack: object;
  readonly roles: Role[];
  readonly domains: CustomDomain[];
  readonly templates: Template[];
  readonly redeliveries: Redelivery[];
}

/** A file, by the version and the host that wrote it. */
export interface KeptName {
  readonly version: string;
  readonly host: Host;
}

/** The version from which on there is a file of each host. */
const firstVersions: Readonly<Record<Host, string>> = { dynamic: "0.1.0", plugin: "0.2.0" };
/** Stands for the origin of the service, whose port is another in each run. */
const origin = "http://127.0.0.1:1";

/** Path of a file. */
export function fileOf({ version, host }: KeptName, folder = import.meta.dirname): string {
  return join(folder, version, `${host}.json`);
}

/** The files that there are, the oldest version first. */
export function keptStacks(folder = import.meta.dirname): KeptName[] {
  const files = globSync("*/{dynamic,plugin}.json", { cwd: folder });
  const names = files.map((file) => {
    const [, version = "", host = ""] = /^(.+)[/\\](\w+)\.json$/.exec(file) ?? [];
    return { version, host: host as Host };
  });
  return names.sort((left, right) => compareVersions(left.version, right.version));
}

/** Says which files of these versions are missing, and how each is made. */
export function missingStacks(versions: readonly string[], folder = import.meta.dirname): string[] {
  const hosts = Object.entries(firstVersions) as [Host, string][];
  return versions.flatMap((version) =>
    hosts
      .filter(([, first]) => compareVersions(version, first) >= 0)
      .map(([host]) => fileOf({ version, host }, folder))
      .filter((file) => !existsSync(file))
      .map((file) => `${file} is missing: check out version ${version} and run npm run upgrade:record`),
  );
}

/** Negative when `left` is the older version. Both are three numbers with dots. */
export function compareVersions(left: string, right: string): number {
  const [ours, theirs] = [left, right].map((version) => version.split(".").map(Number));
  const differences = (ours ?? []).map((number, index) => number - (theirs?.[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Reads a file, with the address of this service in it. */
export function readKept(name: KeptName, service: Service): KeptStack {
  return JSON.parse(readFileSync(fileOf(name), "utf8").replaceAll(origin, new URL(service.baseUrl).origin));
}

/** Writes a file, without the address of the service. */
export function writeKept(name: KeptName, kept: KeptStack, service: Service): void {
  const text = JSON.stringify(kept, undefined, 2).replaceAll(new URL(service.baseUrl).origin, origin);
  mkdirSync(dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), `${text}\n`);
}

/** The program in JavaScript. */
export function sourceOf(program: KeptProgram): string {
  return programOf(withCode(program) as KeptProgram);
}

function withCode(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$code" in value) return code(String(value.$code));
  if (Array.isArray(value)) return value.map(withCode);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withCode(inner)]));
}
