// `pulumi-resource-idm discover`: writes what a tenant holds as a file for `pulumi import --file`.
import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Client } from "../../../client/client.ts";
import { type Log, logLine } from "../../../client/log-line.ts";
import { inspectSettings, validSettings } from "../../../config/settings.ts";
import { ConfigError, IdmError, toldError } from "../../../errors.ts";
import * as registry from "../../../index.ts";
import type { CollectionResource, Resource } from "../../../lifecycle/resource.ts";
import { printable } from "../../../printable.ts";
import {
  commandLine,
  type DiscoverOptions,
  discoverHelp,
  discoverOptions,
  type ProviderName,
} from "./arguments.ts";
import { isForAll, type Listed, survey } from "./survey.ts";

const all: readonly Resource[] = Object.values(registry);
const listable = all.filter((resource): resource is CollectionResource => resource.collection !== undefined);
const types = listable.map(({ type }) => type);

/** Runs the command. Returns the exit code. */
export async function discover(args: readonly string[]): Promise<number> {
  let options: DiscoverOptions;
  try {
    options = discoverOptions(args, types);
    assertWritable(options.out);
  } catch (error) {
    say(`${(error as Error).message}\nSee pulumi-resource-idm discover --help`);
    return 2;
  }
  if (options.isHelp) {
    process.stdout.write(discoverHelp(types));
    return 0;
  }
  try {
    return await run(options);
  } catch (error) {
    say(toldError(error).message);
    if (error instanceof ConfigError) say("discover reads no stack configuration.");
    return 1;
  }
}

/** Before the requests, which may take minutes. */
function assertWritable(out: string | undefined): void {
  if (out === undefined) return;
  const folder = dirname(resolve(out));
  if (!existsSync(folder))
    throw new TypeError(`--out ${out}: the folder ${folder} does not exist. Create it first`);
  if (existsSync(out) && statSync(out).isDirectory())
    throw new TypeError(`--out ${out}: it is a folder. Name a file in it`);
}

async function run({ setting, types: wanted, patterns, provider, out }: DiscoverOptions): Promise<number> {
  const option = (key: string) => setting(key.replace(/^idm:/, ""));
  const report = inspectSettings(option, (name) => process.env[name], commandLine);
  const { settings } = report;
  const log: Log = (line, _isStatus, facts) => console.error(logLine(settings.logsJson, line, facts));
  const client = new Client(validSettings(report), log);
  try {
    const resources = listable.filter(({ type }) => wanted.length === 0 || wanted.includes(type));
    const results = await survey(client, resources, patterns);
    for (const text of results.flatMap(({ unusable }) => unusable)) say(`warning: ${text}`);
    results.forEach((result, index) => {
      say(summaryOf(result, results[index - 1]));
    });
    if (wanted.length === 0) say(withoutLists());
    if (results.every(({ error }) => error)) return 1;
    write(results, provider, out);
    return results.some(({ error, unusable }) => error || unusable.length > 0) ? 3 : 0;
  } finally {
    client.close();
  }
}

function write(
  results: readonly Listed[],
  provider: ProviderName | undefined,
  out: string | undefined,
): void {
  const specs = results.flatMap((result) => result.specs);
  const file = provider
    ? {
        nameTable: { [provider.name]: provider.urn },
        resources: specs.map((spec) => ({ ...spec, provider: provider.name })),
      }
    : { resources: specs };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  if (out === undefined) process.stdout.write(text);
  else writeOut(out, text);
  const where = out === undefined ? ", written to stdout" : "";
  if (specs.length === 0) say("Nothing to import.");
  else
    say(
      `Next: pulumi import --file ${out ?? "FILE"} (${specs.length} resources${where}). First delete the entries that your stack already has.`,
    );
}

function writeOut(out: string, text: string): void {
  try {
    writeFileSync(out, text);
  } catch (error) {
    throw new IdmError("ERR_IDM_INPUT", `--out ${out}: it cannot be written (${(error as Error).message})`);
  }
}

/** `Role: 12, and 3 left out that match no --match` */
function summaryOf({ resource, specs, leftOut, unusable, error }: Listed, before?: Listed): string {
  const { type } = resource;
  if (error && error === before?.error) return `${type}: not listed, for the same reason`;
  if (error) return `${type}: not listed. ${toldError(error).message}${workaround(type, error)}`;
  const rest = [
    leftOut > 0 && `${leftOut} left out that match no --match`,
    unusable.length > 0 && `${unusable.length} without a usable id`,
  ].filter(Boolean);
  return `${type}: ${[specs.length, ...rest].join(", and ")}`;
}

function workaround(type: string, error: Error): string {
  if (isForAll(error)) return "";
  return `\n  Workaround: import each by its id: pulumi import idm:index:${type} NAME ID`;
}

/** The types that have no list, and why. */
function withoutLists(): string {
  const left = all.filter(({ collection }) => !collection).map(({ type }) => type);
  return `Left out: ${left.join(", ")}. They create no item at the service that could be listed.`;
}

function say(text: string): void {
  for (const line of text.split("\n")) console.error(printable(line));
}
