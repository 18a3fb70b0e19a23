import { readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** A create that is still open in the file of an ended process. */
export interface Leftover {
  /** Number of the create, the same in every file that has it. */
  readonly create: string;
  /** Hash of what is created. */
  readonly key: string;
  /** UNIX time in milliseconds. */
  readonly beganMs: number;
  /** Id of the created item. Undefined when the process ended before the response. */
  readonly id: string | undefined;
  /** Path of the file. */
  readonly file: string;
}

/** How long the file of an ended process is kept: 7 days. */
const keptMs = 7 * 24 * 3600 * 1000;

/**
 * The lines of a file: `begin` opens a create, `made` adds its id, `done` closes it. Files of earlier versions have
 * them too.
 */
export const line = {
  begin: (create: string, key: string, beganMs: number) => `begin ${create} ${key} ${beganMs}\n`,
  created: (create: string, id: string) => `made ${create} ${encodeURIComponent(id)}\n`,
  done: (create: string) => `done ${create}\n`,
};

/** The name of the file of this process. From it, other processes find out whether this one still runs. */
export function fileName(): string {
  return `${process.pid}-${startTimeOf(process.pid)}-${Date.now()}.log`;
}

/** The open creates of ended processes, those with a known id first. Deletes files older than `keptMs`. */
export function leftoversIn(folder: string, ownFile: string): Leftover[] {
  const files = listed(folder).map((name) => join(folder, name));
  const ended = files.filter((file) => file !== ownFile && !isRunning(file));
  const leftovers = new Map(ended.flatMap(read).map((leftover) => [leftover.create, leftover]));
  return [...leftovers.values()].sort(
    (left, right) => Number(right.id !== undefined) - Number(left.id !== undefined),
  );
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
    if (Date.now() - statSync(file).mtimeMs <= keptMs) return parse(readFileSync(file, "utf8"), file);
    unlinkSync(file);
  } catch {
    // Another process has just deleted it.
  }
  return [];
}

/** The last line may be incomplete. Only complete lines count. */
function parse(content: string, file: string): Leftover[] {
  const open = new Map<string, Leftover>();
  for (const completeLine of content.split("\n").slice(0, -1)) {
    const [verb, create = "", detail = "", time = ""] = completeLine.split(" ");
    const known = open.get(create);
    if (verb === "begin")
      open.set(create, { create, key: detail, beganMs: Number(time), id: undefined, file });
    if (verb === "made" && known) open.set(create, { ...known, id: decodeURIComponent(detail) });
    if (verb === "done") open.delete(create);
  }
  return [...open.values()];
}

/** Process ids are reused, in a container after each start. The start time tells two processes of one id apart. */
function isRunning(file: string): boolean {
  const [, pid = "", start = ""] = /(\d+)-(\d*)-\d+\.log$/.exec(file) ?? [];
  return isAlive(Number(pid)) && startTimeOf(Number(pid)) === start;
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
