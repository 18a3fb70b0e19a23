import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileName, type Leftover, leftoversIn, line } from "./journal-file.ts";

/** What an earlier process left of a create: it began, and either the id is known or the process ended before the answer. */
export interface Interrupted {
  readonly id: string | undefined;
  /** UNIX time in milliseconds. */
  readonly beganMs: number;
}

/** One create in progress; one that is neither made nor dropped is of unknown outcome, and stays for the next process. */
export interface Entry {
  /** Set when an earlier process ended without knowing what became of this very create, or before the engine had stored it. */
  readonly interrupted: Interrupted | undefined;
  /** The service has made it; the entry is kept until the engine ends in order. */
  made(id: string): void;
  /** The service has certainly not made it, or the user was told how to find out. */
  dropped(): void;
}

/**
 * Creates of this process, written ahead to a file beside Pulumi's own, so that the next process can settle those that a
 * `kill -9` of provider or engine cut off: what they made is in no state. Holds hashes of keys, and ids; no name, no secret.
 * A folder that cannot be written costs this safety, not the operation.
 */
export class Journal {
  readonly #folder: string;
  readonly #file: string;
  /** What is left of processes that ended without `close`; read when it is first asked for. */
  #left: Leftover[] | undefined;
  #hasFolder = false;
  /** Own creates that are still of interest. */
  readonly #own = new Map<string, "open" | "made">();
  readonly #taken = new Set<string>();

  /** `scope` tells projects apart; `root` is empty where there is no place to write to. */
  constructor(scope: readonly string[], root: string = journalRoot()) {
    this.#folder = root && join(root, hash(scope));
    this.#file = join(this.#folder, fileName());
  }

  /** `key` identifies what is made: tenant, collection and natural key. Several creates may have the same. */
  begin(key: readonly string[]): Entry {
    const name = hash(key);
    const left = this.#leftovers().find((leftover) => leftover.key === name);
    // Under its old number: a process that is killed before the old line is struck out leaves one create, not two.
    const create = left?.create ?? randomUUID();
    this.#note(create, "open", line.begin(create, name, left?.beganMs ?? Date.now()));
    if (left?.id !== undefined) this.#append(line.made(create, left.id));
    if (left) this.#strikeOut(left);
    return {
      interrupted: left,
      made: (id) => {
        this.#taken.add(id);
        this.#note(create, "made", line.made(create, id));
      },
      dropped: () => this.#note(create, undefined, line.done(create)),
    };
  }

  /** Whether this id belongs to a resource of this stack already, as far as this process has seen: no other create can have made it. */
  isTaken(id: string): boolean {
    return this.#taken.has(id);
  }

  /** From now on this id belongs to the resource that found it. */
  take(id: string): void {
    this.#taken.add(id);
  }

  /** The engine's state knows this id: no create of it is open. */
  known(id: string): void {
    this.#taken.add(id);
    for (const left of this.#leftovers().filter((leftover) => leftover.id === id)) this.#strikeOut(left);
  }

  /** The engine has stored everything that it was told: only creates of unknown outcome are still of interest. */
  close(): void {
    for (const [create, state] of this.#own)
      if (state === "made") this.#note(create, undefined, line.done(create));
    if (this.#own.size === 0 && this.#hasFolder) quietly(() => unlinkSync(this.#file));
  }

  #leftovers(): Leftover[] {
    this.#left ??= this.#folder ? leftoversIn(this.#folder, this.#file) : [];
    return this.#left;
  }

  #strikeOut(left: Leftover): void {
    const rest = this.#leftovers().filter((other) => other !== left);
    this.#left = rest;
    quietly(() => {
      if (rest.some((other) => other.file === left.file)) appendFileSync(left.file, line.done(left.create));
      else unlinkSync(left.file);
    });
  }

  #note(create: string, state: "open" | "made" | undefined, text: string): void {
    if (state) this.#own.set(create, state);
    else this.#own.delete(create);
    this.#append(text);
  }

  #append(text: string): void {
    quietly(() => {
      if (!this.#folder) return;
      if (!this.#hasFolder) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#hasFolder = true;
      appendFileSync(this.#file, text, { mode: 0o600 });
    });
  }
}

/** Empty for a user without a home. */
function journalRoot(): string {
  try {
    return join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "idm-journal");
  } catch {
    return "";
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
