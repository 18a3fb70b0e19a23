import { readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** One create that a file of an ended process tells of. */
export interface Leftover {
  /** Number of the create, the same in whichever file it stands. */
  readonly create: string;
  readonly key: string;
  readonly beganMs: number;
  readonly id: string | undefined;
  readonly file: string;
}

/** Creates that a process was killed in are remembered this long. */
const keptMs = 7 * 24 * 3600 * 1000;

/** The lines of a file. A create is open from its first line on, of known id from `made` on, and forgotten after `done`. */
export const line = {
  begin: (create: string, key: string, beganMs: number) => `begin ${create} ${key} ${beganMs}\n`,
  made: (create: string, id: string) => `made ${create} ${encodeURIComponent(id)}\n`,
  done: (create: string) => `done ${create}\n`,
};

/** A name for the file of this process, from which others see whether it still runs. */
export function fileName(): string {
  return `${process.pid}-${startOf(process.pid)}-${Date.now()}.log`;
}

/** What processes that do not run any more left in the folder, those with a known id first; very old files are deleted. */
export function leftoversIn(folder: string, ownFile: string): Leftover[] {
  const files = listed(folder).map((name) => join(folder, name));
  const ended = files.filter((file) => file !== ownFile && !isRunning(file));
  const all = new Map(ended.flatMap(read).map((left) => [left.create, left]));
  return [...all.values()].sort(
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
    // Another process has just dealt with it.
  }
  return [];
}

/** The last line may be cut off in the middle: only whole lines count. */
function parse(text: string, file: string): Leftover[] {
  const open = new Map<string, Leftover>();
  for (const whole of text.split("\n").slice(0, -1)) {
    const [verb, create = "", detail = "", time = ""] = whole.split(" ");
    const known = open.get(create);
    if (verb === "begin")
      open.set(create, { create, key: detail, beganMs: Number(time), id: undefined, file });
    if (verb === "made" && known) open.set(create, { ...known, id: decodeURIComponent(detail) });
    if (verb === "done") open.delete(create);
  }
  return [...open.values()];
}

/** Process numbers come again, in containers after each start: the same number counts only with the same start. */
function isRunning(file: string): boolean {
  const [, pid = "", start = ""] = /(\d+)-(\d*)-\d+\.log$/.exec(file) ?? [];
  return isAlive(Number(pid)) && startOf(Number(pid)) === start;
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start of a process in the kernel's ticks; empty where `/proc` does not tell. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in brackets, may hold spaces; the start is the 22nd field, the 20th behind it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
