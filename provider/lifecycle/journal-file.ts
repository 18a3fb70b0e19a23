import { readdirSync, readFileSync, rmdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { type CreateHashes, hashNames, ignoreErrors } from "./journal-key.ts";

/** A create in the file of an ended process of which no state is known to have the item. */
export interface Leftover extends CreateHashes {
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

/** A create is remembered for 7 days, and its id for 90, to name it in a warning. */
export const keptMs = { create: 7 * 24 * 3600 * 1000, id: 90 * 24 * 3600 * 1000 };

/**
 * The lines of a file: `begin` opens a create, `made` adds its id, `done` closes it. `ended` says that the engine has
 * ended in order.
 */
export const line = {
  begin: (create: string, hashes: CreateHashes, beganMs: number) =>
    `begin ${[create, beganMs, ...hashNames.map((name) => hashes[name])].join(" ")}\n`,
  created: (create: string, id: string) => `made ${create} ${encodeURIComponent(id)}\n`,
  done: (create: string) => `done ${create}\n`,
  ended: "ended\n",
};

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

/** Deletes what earlier versions have left: a folder for each project. */
export function cleanFolders(root: string): void {
  for (const name of listed(root).filter((name) => !name.endsWith(".log"))) {
    const folder = join(root, name);
    for (const file of logsIn(folder)) ignoreErrors(() => deleteOld(file));
    ignoreErrors(() => rmdirSync(folder));
  }
}

function deleteOld(file: string): void {
  if (Date.now() - statSync(file).mtimeMs > keptMs.create) unlinkSync(file);
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
  try {
    const open = parse(readFileSync(file, "utf8"), file);
    if (open.length === 0) unlinkSync(file);
    return open;
  } catch {
    // Another process has just deleted it.
    return [];
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
  return [...open.values()].filter(isKept).map((leftover) => ({ ...leftover, ended }));
}

function begun(create: string, [beganMs, ...hashes]: readonly string[], file: string): Leftover {
  const named = Object.fromEntries(hashNames.map((name, index) => [name, hashes[index] ?? ""]));
  return {
    ...(named as Record<keyof CreateHashes, string>),
    create,
    beganMs: Number(beganMs),
    id: undefined,
    ended: false,
    file,
  };
}

function isKept({ id, beganMs }: Leftover): boolean {
  return Date.now() - beganMs <= (id === undefined ? keptMs.create : keptMs.id);
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
