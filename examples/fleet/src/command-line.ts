import { parseArgs } from "node:util";
import { InputError } from "./input-error.ts";

export const verbs = ["preview", "up", "refresh", "destroy", "drift", "unlock"] as const;

export type Verb = (typeof verbs)[number];

/** What the command line says. */
export interface Options {
  verb: Verb;
  /** The file with the list of tenants. */
  list: string;
  /** Number of tenants at a time. */
  parallel: number;
  /** Names of tenants, in which `*` stands for any text. Empty means all tenants. */
  only: string[];
  resume: boolean;
  /** File for the results as JSON. */
  json?: string;
  /** Environment variables that the commands of the list inherit, and the processes of tenants do not. */
  keep: string[];
}

export const usage = `node fleet.ts VERB [LIST] [options]

  VERB   preview, up, refresh, destroy; drift: compares each tenant with its state and changes nothing;
         unlock: removes the locks of stacks that a crash left
  LIST   the list of tenants, YAML or JSON; default tenants.yaml

  --parallel N   tenants at a time; default 2
  --only NAMES   only these tenants, separated by commas; * stands for any text
  --resume       only the tenants that the last run of this verb did not complete
  --json FILE    writes the results as JSON
  --keep NAMES   environment variables, separated by commas, that only the commands of the list inherit

Exit code: 0 all right, 1 a tenant failed, 2 mistake in the input, 3 drift, 130 interrupted.`;

/** Reads the arguments. Throws an InputError for a mistake. */
export function parseCommandLine(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const [verb = "", list = "tenants.yaml", ...more] = positionals;
  if (!isVerb(verb))
    throw new InputError(`${verb || "nothing"} is not a verb. The verbs are ${verbs.join(", ")}`);
  if (more.length > 0) throw new InputError(`one list of tenants is expected, not also ${more.join(", ")}`);
  const parallel = Number(values.parallel);
  if (!Number.isInteger(parallel) || parallel < 1)
    throw new InputError(`--parallel must be a whole number of 1 or more, not ${values.parallel}`);
  const { resume, json } = values;
  const [only, keep] = [namesIn(values.only), namesIn(values.keep)];
  return { verb, list, parallel, only, resume, keep, ...(json && { json }) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        parallel: { type: "string", default: "2" },
        only: { type: "string", multiple: true, default: [] },
        resume: { type: "boolean", default: false },
        json: { type: "string" },
        keep: { type: "string", multiple: true, default: [] },
      },
    });
  } catch (error) {
    throw new InputError(`${(error as Error).message}\n\n${usage}`);
  }
}

function namesIn(values: readonly string[]): string[] {
  return values.flatMap((names) => names.split(",")).filter((name) => name !== "");
}

function isVerb(text: string): text is Verb {
  return (verbs as readonly string[]).includes(text);
}

/** The items that `--only` names. Throws an InputError when a name matches none. */
export function selected<T extends { name: string }>(items: readonly T[], only: readonly string[]): T[] {
  if (only.length === 0) return [...items];
  const patterns = only.map((name) => ({ name, pattern: patternOf(name) }));
  const unmatched = patterns.find(({ pattern }) => !items.some(({ name }) => pattern.test(name)));
  if (unmatched) {
    const names = items.slice(0, 10).map(({ name }) => name);
    const more = items.length > names.length ? `, … (${items.length} in all)` : "";
    throw new InputError(
      `--only ${unmatched.name} matches no tenant. The tenants are ${names.join(", ")}${more}`,
    );
  }
  return items.filter(({ name }) => patterns.some(({ pattern }) => pattern.test(name)));
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.split("*").map(escaped).join(".*")}$`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
