import { readdirSync, readFileSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { type CreateHashes, type CreateRecord, hashNames } from "./journal-key.ts";

/** A create in the file of an ended process of which no state is known to have the item. */
export interface Leftover extends CreateRecord {
  /** Number of the create, the same in every file that has it. */
  readonly create: string;
  /** UNIX time in milliseconds. */
  readonly beganMs: number;
  /** Id of the created item. Undefined when the process ended before the response. */
  readonly id: string | undefined;
  /** Whether the engine of the process has ended in order. */
  readonly ended: boolean;
  /** Path of the file. */
  readonly file: string;
}

const dayMs = 24 * 3600 * 1000;

/** A create that no run asks for is named in warnings for a week. */
export const namedMs = 7 * dayMs;

/** After an orderly end most items are in a state. Of a stack that never runs again, nothing shows it. */
const endedKeptMs = 90 * dayMs;

/**
 * The lines of a file: `begin` opens a create, `made` adds its id, `done` closes it. `ended` says that the engine has
 * ended in order.
 */
export const line = {
  begin: (create: string, record: CreateRecord, beganMs: number) =>
    `begin ${[create, beganMs, ...hashNames.map((name) => record[name]), named(record)].join(" ")}\n`,
  created: (create: string, id: string) => `made ${create} ${encodeURIComponent(id)}\n`,
  done: (create: string) => `done ${create}\n`,
  ended: "ended\n",
};

function named({ resource, label, names }: CreateRecord): string {
  return encodeURIComponent(JSON.stringify({ resource, label, names }));
}

/** The name of the file of this process. From it, other processes find out whether this one still runs. */
export function fileName(): string {
  return `${process.pid}-${startTimeOf(process.pid)}-${Date.now()}.log`;
}

/** The open creates of ended processes, those with a known id first. Deletes files in which none is left. */
export function leftoversIn(folder: string, ownFile: string): Leftover[] {
  const files = logsIn(folder).filter((file) => file !== ownFile && !isRunning(file));
  const leftovers = new Map(files.flatMap(read).map((leftover) => [leftover.create, leftover]));
  return [...leftovers.values()].sort(
    (left, right) => Number(right.id !== undefined) - Number(left.id !== undefined),
  );
}

/** The creates that any other process has not closed, also one that still runs. */
export function openIn(folder: string, ownFile: string): Leftover[] {
  return logsIn(folder)
    .filter((file) => file !== ownFile)
    .flatMap((file) => parse(textOf(file), file));
}

/** Deletes what earlier versions have left: a folder for each project. */
export function cleanFolders(root: string): void {
  for (const name of listed(root).filter((name) => !name.endsWith(".log"))) {
    const folder = join(root, name);
    for (const file of logsIn(folder)) ignoreErrors(() => deleteOld(file));
    ignoreErrors(() => rmdirSync(folder));
  }
}

function deleteOld(file: string): void {
  if (Date.now() - statSync(file).mtimeMs > namedMs) unlinkSync(file);
}

function logsIn(folder: string): string[] {
  return listed(folder)
    .filter((name) => name.endsWith(".log"))
    .map((name) => join(folder, name));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function read(file: string): Leftover[] {
  const open = parse(textOf(file), file);
  if (open.length === 0) ignoreErrors(() => unlinkSync(file));
  return open;
}

/** Empty when another process has just deleted it. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The last line may be incomplete. Only complete lines count. */
function parse(content: string, file: string): Leftover[] {
  const lines = content.split("\n").slice(0, -1);
  const open = new Map<string, Leftover>();
  for (const [verb, create = "", ...details] of lines.map((completeLine) => completeLine.split(" "))) {
    const known = open.get(create);
    if (verb === "begin") open.set(create, begun(create, details, file));
    if (verb === "made" && known) open.set(create, { ...known, id: decodeURIComponent(details[0] ?? "") });
    if (verb === "done") open.delete(create);
  }
  const ended = lines.includes("ended");
  return [...open.values()].map((leftover) => ({ ...leftover, ended })).filter(isKept);
}

function begun(create: string, [beganMs, ...details]: readonly string[], file: string): Leftover {
  const hashes = Object.fromEntries(hashNames.map((name, index) => [name, details[index] ?? ""]));
  return {
    ...(hashes as Record<keyof CreateHashes, string>),
    ...namesIn(details[hashNames.length]),
    create,
    beganMs: Number(beganMs),
    id: undefined,
    ended: false,
    file,
  };
}

/** Files of earlier versions have none. */
function namesIn(text = "%7B%7D"): Pick<CreateRecord, "resource" | "label" | "names"> {
  const { resource, label = "item", names = [] } = JSON.parse(decodeURIComponent(text));
  return { resource, label, names };
}

function isKept({ id, ended, beganMs }: Leftover): boolean {
  return id === undefined || !ended || Date.now() - beganMs <= endedKeptMs;
}

/**
 * Process ids are reused, in a container after each start, and containers that share a home have the same ones. The
 * start time tells two processes of one id apart. In doubt the process has ended: the engine locks the stack, so that
 * no other process creates the same resource.
 */
function isRunning(file: string): boolean {
  const [, pid = "", start = ""] = /(\d+)-(\d*)-\d+\.log$/.exec(file) ?? [];
  return start !== "" && isAlive(Number(pid)) && startTimeOf(Number(pid)) === start;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start time of a process in clock ticks of the kernel. Empty where there is no `/proc`. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The start time is field 22 of proc_pid_stat(5). Field 2, a name in brackets, may contain spaces: split after
    // it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** The folder cannot be read or written, or another process has deleted the file. */
export function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Creates work without the journal.
  }
}
