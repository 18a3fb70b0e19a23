import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { InputError } from "./input-error.ts";
import { type Credential, credentialVariables, type Source, type Tenant } from "./tenant.ts";

const run = promisify(execFile);
const commandLimitMs = 60_000;

/** Throws an InputError that names every environment variable that a tenant needs and that is not set. */
export function checkCredentials(tenants: readonly Tenant[], env: NodeJS.ProcessEnv): void {
  const missing = tenants.flatMap((tenant) =>
    variablesOf(tenant)
      .filter((name) => !env[name])
      .map((name) => `tenant "${tenant.name}": the environment variable ${name} is not set`),
  );
  if (missing.length > 0) throw new InputError(`${missing.join("\n")}\nSet it, or name another in the list.`);
}

/** What is no longer in the environment of this process. */
export interface TakenVariables {
  /** The variables that the list names for credentials. */
  credentials: ReadonlyMap<string, string>;
  /** The variables of `--keep`, for the commands of the list. */
  forCommands: Readonly<Record<string, string>>;
}

/**
 * Removes the credentials of all tenants, and the variables in `keep`, from the environment of this process, so that
 * the processes of a tenant inherit no credential but its own. Also removes the settings that the list has for each
 * tenant.
 */
export function takeCredentials(
  tenants: readonly Tenant[],
  env: NodeJS.ProcessEnv,
  keep: readonly string[] = [],
): TakenVariables {
  const names = new Set(tenants.flatMap(variablesOf));
  const credentials = new Map([...names].map((name) => [name, env[name] ?? ""]));
  const forCommands = Object.fromEntries(keep.map((name) => [name, env[name] ?? ""]));
  const settings = ["IDM_BASE_URL", "IDM_AUTH_URL", ...Object.values(credentialVariables)];
  for (const name of [...names, ...keep, ...settings]) delete env[name];
  return { credentials, forCommands };
}

function variablesOf({ credentials }: Tenant): string[] {
  return Object.values(credentials).flatMap((source) => ("env" in source ? [source.env] : []));
}

/** The environment variables by which the provider takes the credentials of a tenant. Runs the commands of the list. */
export async function credentialsOf(
  { credentials }: Tenant,
  taken: TakenVariables,
): Promise<Record<string, string>> {
  const entries = Object.entries(credentials) as [Credential, Source][];
  const values = entries.map(async ([name, source]) => [
    credentialVariables[name],
    "env" in source
      ? (taken.credentials.get(source.env) ?? "")
      : await outputOf(name, source.command, taken.forCommands),
  ]);
  return Object.fromEntries(await Promise.all(values));
}

/** What the command prints, without the line break at its end. An error never contains its output. */
async function outputOf(
  credential: Credential,
  [program = "", ...args]: string[],
  more: TakenVariables["forCommands"],
): Promise<string> {
  const env = { ...process.env, ...more };
  const ended = await run(program, args, { timeout: commandLimitMs, env }).catch((error) => ({
    stdout: "",
    error,
  }));
  const value = ended.stdout.trimEnd();
  if (value !== "") return value;
  const { code, killed } = ("error" in ended && ended.error) || {};
  const why = killed
    ? "did not end in a minute"
    : code === undefined
      ? "printed nothing"
      : `ended with ${code}`;
  throw new Error(`the command for ${credential} (${program}) ${why}: run it by hand to see why`);
}
