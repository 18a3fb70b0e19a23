import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { cutEnd, type Leftover, namedMs, type OpenCreates, parse } from "./journal-lines.ts";

/** The name of the file of this process. From it, other processes find out whether this one still runs. */
export function fileName(): string {
  return `${process.pid}-${startTimeOf(process.pid)}-${Date.now()}.log`;
}

/** Appends lines. Where the file does not end with a line break, a full disk has cut its last line: it ends first. */
export function appendLines(file: string, lines: string): void {
  const descriptor = openSync(file, "a+", 0o600);
  try {
    writeFileSync(descriptor, endsWithLineBreak(descriptor) ? lines : `${cutEnd}\n${lines}`);
  } finally {
    closeSync(descriptor);
  }
}

function endsWithLineBreak(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last.toString() === "\n");
}

/** The open creates of ended processes, those with a known id first. Deletes files in which none is left. */
export function leftIn(folder: string, ownFile: string): OpenCreates {
  const files = logsIn(folder).filter((file) => file !== ownFile && !isRunning(file));
  const open = files.map(readOrDelete);
  const leftovers = new Map<string, Leftover>();
  for (const each of open.flatMap((contents) => contents.leftovers))
    leftovers.set(each.create, merged(leftovers.get(each.create), each));
  return {
    leftovers: [...leftovers.values()].sort(
      (left, right) => Number(right.id !== undefined) - Number(left.id !== undefined),
    ),
    cut: open.flatMap(({ cut }) => cut).filter(({ create }) => !leftovers.has(create)),
  };
}

/** A process that takes over a create writes it to its own file before it removes it from the earlier one. */
function merged(earlier: Leftover | undefined, later: Leftover): Leftover {
  if (!earlier) return later;
  return { ...later, id: later.id ?? earlier.id, files: [...earlier.files, ...later.files] };
}

/** The creates that any other process has not closed, also one that still runs. */
export function openIn(folder: string, ownFile: string): Leftover[] {
  return logsIn(folder)
    .filter((file) => file !== ownFile)
    .flatMap((file) => parse(textOf(file) ?? "", file).leftovers);
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

/** The files of the journal, the oldest first. Others are not the provider's. */
function logsIn(folder: string): string[] {
  return listed(folder)
    .filter((name) => /^\d+-\d*-\d+\.log$/.test(name))
    .sort((left, right) => startOf(left) - startOf(right))
    .map((name) => join(folder, name));
}

function startOf(name: string): number {
  return Number(/\d+(?=\.log$)/.exec(name));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** A file that cannot be read may have open creates: it stays. */
function readOrDelete(file: string): OpenCreates {
  const text = textOf(file);
  const open = parse(text ?? "", file);
  const isEmpty = open.leftovers.length === 0 && open.cut.length === 0;
  if (text !== undefined && isEmpty) ignoreErrors(() => unlinkSync(file));
  return open;
}

/** Undefined when another process has just deleted it, or it cannot be read. */
function textOf(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, "utf8") : undefined;
  } catch {
    return undefined;
  }
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
