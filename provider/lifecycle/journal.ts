import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileName, type Leftover, leftoversIn, line } from "./journal-file.ts";

/** A create of an earlier process, which ended before the response came or before the engine stored the id. */
export interface Interrupted {
  /** Id of the created item. Undefined when the process ended before the response. */
  readonly id: string | undefined;
  /** Start of the create: UNIX time in milliseconds. */
  readonly beganMs: number;
}

/**
 * The journal's entry of one create. As long as neither method is called, the outcome is unknown to the next process.
 */
export interface JournalEntry {
  /** Set when an earlier process ended during this create, or before the engine stored its result. */
  readonly interrupted: Interrupted | undefined;
  /** Call it when the service has created the item. The entry is kept until the engine ends in order. */
  created(id: string): void;
  /** Call it when the service has created nothing, or when the error says how to check. Removes the entry. */
  close(): void;
}

/**
 * A write-ahead log of the creates of this process, in a file in Pulumi's home folder. After a `kill -9` of provider
 * or engine, the next process reads it and finds the items that are in no state. It contains ids and hashes, no names
 * and no secrets. When the folder cannot be written, creates work without this protection.
 */
export class Journal {
  readonly #folder: string;
  readonly #file: string;
  /** Open creates of ended processes. Read at the first use. */
  #leftovers: Leftover[] | undefined;
  #hasFolder = false;
  /** Creates of this process that are not closed, by their numbers. */
  readonly #own = new Map<string, "open" | "created">();
  /** Ids that belong to a resource of the stack. */
  readonly #claimed = new Set<string>();

  /**
   * `project` identifies the project, by its folder for example. `root` is the folder of all journals. When it is
   * empty,
   * nothing is written.
   */
  constructor(project: readonly string[], root: string = journalRoot()) {
    this.#folder = root && join(root, hash(project));
    this.#file = join(this.#folder, fileName());
  }

  /** `key` identifies what is created: tenant, collection and natural key. Several creates may have the same key. */
  begin(key: readonly string[]): JournalEntry {
    const keyHash = hash(key);
    const leftover = this.#readLeftovers().find((each) => each.key === keyHash);
    // With the old number, a process that is killed before it removes the old entry leaves one create, not two.
    const create = leftover?.create ?? randomUUID();
    this.#record(create, "open", line.begin(create, keyHash, leftover?.beganMs ?? Date.now()));
    if (leftover?.id !== undefined) this.#append(line.created(create, leftover.id));
    if (leftover) this.#remove(leftover);
    return {
      interrupted: leftover,
      created: (id) => {
        this.#claimed.add(id);
        this.#record(create, "created", line.created(create, id));
      },
      close: () => this.#record(create, undefined, line.done(create)),
    };
  }

  /**
   * Whether this process knows that the id belongs to a resource of the stack. If it does, no other create can have
   * created it.
   */
  isClaimed(id: string): boolean {
    return this.#claimed.has(id);
  }

  /** Records that the id belongs to a resource of the stack. */
  claim(id: string): void {
    this.#claimed.add(id);
  }

  /** Records that the engine's state contains the id: the entry of its create is no longer needed. */
  markStored(id: string): void {
    this.#claimed.add(id);
    for (const leftover of this.#readLeftovers().filter((each) => each.id === id)) this.#remove(leftover);
  }

  /** Call it when the engine has stored every result. Only creates of unknown outcome stay in the file. */
  close(): void {
    for (const [create, state] of this.#own)
      if (state === "created") this.#record(create, undefined, line.done(create));
    if (this.#own.size === 0 && this.#hasFolder) ignoreErrors(() => unlinkSync(this.#file));
  }

  #readLeftovers(): Leftover[] {
    this.#leftovers ??= this.#folder ? leftoversIn(this.#folder, this.#file) : [];
    return this.#leftovers;
  }

  #remove(leftover: Leftover): void {
    const { create, file } = leftover;
    const rest = this.#readLeftovers().filter((other) => other !== leftover);
    this.#leftovers = rest;
    ignoreErrors(() => {
      if (rest.some((other) => other.file === file)) appendFileSync(file, line.done(create));
      else unlinkSync(file);
    });
  }

  #record(create: string, state: "open" | "created" | undefined, newLine: string): void {
    if (state) this.#own.set(create, state);
    else this.#own.delete(create);
    this.#append(newLine);
  }

  #append(newLine: string): void {
    ignoreErrors(() => {
      if (!this.#folder) return;
      if (!this.#hasFolder) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#hasFolder = true;
      appendFileSync(this.#file, newLine, { mode: 0o600 });
    });
  }
}

/** The folder of all journals. Empty for a user without a home folder. */
function journalRoot(): string {
  try {
    return join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "idm-journal");
  } catch {
    return "";
  }
}

function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {
    // The folder cannot be created or written: creates work without the journal.
  }
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 24);
}
