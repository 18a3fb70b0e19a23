import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** What an earlier process left of a create: it began, and either the id is known or the process ended before the answer. */
export interface Interrupted {
  readonly id: string | undefined;
  readonly beganMs: number;
}

/** One create in progress; one that is neither made nor dropped is of unknown outcome, and stays for the next process. */
export interface Entry {
  /** Set when an earlier process ended without knowing what became of this very create, or before the engine had stored it. */
  readonly interrupted: Interrupted | undefined;
  /** The service has made it; the entry is kept until the engine ends in order. */
  made(id: string): void;
  /** The service has certainly not made it. */
  dropped(): void;
}

/** Creates that a process was killed in are remembered this long. */
const keptMs = 7 * 24 * 3600 * 1000;

/**
 * Creates of this process, written ahead to a file beside Pulumi's own, so that the next process can settle those that a
 * `kill -9` of provider or engine cut off: what they made is in no state. Holds hashes of keys, and ids; no name, no secret.
 * A folder that cannot be written costs this safety, not the operation.
 */
export class Journal {
  readonly #folder: string;
  readonly #file: string;
  /** By key: what is left of processes that ended without `close`, and the file it stands in. */
  #left: Map<string, Interrupted & { readonly file: string }> | undefined;
  #hasFolder = false;
  /** Own creates by key, with what is to be remembered of them. */
  readonly #own = new Map<string, "open" | "made">();
  readonly #taken = new Set<string>();

  /** `scope` tells projects apart. */
  constructor(scope: readonly string[], root: string = journalRoot()) {
    this.#folder = join(root, hash(scope));
    this.#file = join(this.#folder, `${process.pid}-${Date.now()}.log`);
  }

  /** `key` identifies what is made: tenant, collection and natural key. */
  begin(key: readonly string[]): Entry {
    const name = hash(key);
    const left = this.#leftovers().get(name);
    if (left) this.#settle(name, left.file);
    this.#note(name, "open", `begin ${name} ${left?.beganMs ?? Date.now()}`);
    return {
      interrupted: left,
      made: (id) => {
        this.#taken.add(id);
        this.#note(name, "made", `made ${name} ${encodeURIComponent(id)}`);
      },
      dropped: () => this.#note(name, undefined, `done ${name}`),
    };
  }

  /** Whether this id belongs to a resource of this stack already, as far as this process has seen: no other create can have made it. */
  isTaken(id: string): boolean {
    return this.#taken.has(id);
  }

  /** The engine's state knows this id: no create of it is open. */
  known(id: string): void {
    this.#taken.add(id);
    for (const [name, left] of this.#leftovers()) if (left.id === id) this.#settle(name, left.file);
  }

  /** The engine has stored everything that it was told: only creates of unknown outcome are still of interest. */
  close(): void {
    for (const [name, state] of this.#own) if (state === "made") this.#note(name, undefined, `done ${name}`);
    if (this.#own.size === 0) quietly(() => unlinkSync(this.#file));
  }

  #leftovers(): Map<string, Interrupted & { readonly file: string }> {
    this.#left ??= readLeftovers(this.#folder, this.#file);
    return this.#left;
  }

  #settle(name: string, file: string): void {
    this.#leftovers().delete(name);
    quietly(() => appendFileSync(file, `done ${name}\n`));
    const open = [...this.#leftovers().values()].some((left) => left.file === file);
    if (!open) quietly(() => unlinkSync(file));
  }

  #note(name: string, state: "open" | "made" | undefined, line: string): void {
    if (state) this.#own.set(name, state);
    else this.#own.delete(name);
    quietly(() => {
      if (!this.#hasFolder) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#hasFolder = true;
      appendFileSync(this.#file, `${line}\n`, { mode: 0o600 });
    });
  }
}

function journalRoot(): string {
  return join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "idm-journal");
}

function readLeftovers(folder: string, own: string): Map<string, Interrupted & { readonly file: string }> {
  const left = new Map<string, Interrupted & { readonly file: string }>();
  quietly(() => {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (file === own || isRunning(Number.parseInt(name, 10))) continue;
      if (Date.now() - statSync(file).mtimeMs > keptMs) unlinkSync(file);
      else for (const [key, value] of parse(readFileSync(file, "utf8"))) left.set(key, { ...value, file });
    }
  });
  return left;
}

function parse(text: string): Map<string, Interrupted> {
  const open = new Map<string, Interrupted>();
  for (const line of text.split("\n")) {
    const [verb, key = "", detail = ""] = line.split(" ");
    if (verb === "begin") open.set(key, { id: undefined, beganMs: Number(detail) });
    if (verb === "made")
      open.set(key, { id: decodeURIComponent(detail), beganMs: open.get(key)?.beganMs ?? 0 });
    if (verb === "done") open.delete(key);
  }
  return open;
}

/** A file with this process's number was left by an earlier one: its own is not read. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // A missing or read-only folder: creates are not journalled then.
  }
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);
}
