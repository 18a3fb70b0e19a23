import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, rmdirSync, unlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { cleanFolders, fileName, keptMs, type Leftover, leftoversIn, line } from "./journal-file.ts";
import { type CreateKey, hash, hashesOf, ignoreErrors, stackHash } from "./journal-key.ts";

/** A create of an earlier process, of which no state is known to have the item. */
export interface Interrupted {
  /** Id of the created item. Undefined when the process ended before the response. */
  readonly id: string | undefined;
  /** Start of the create: UNIX time in milliseconds. */
  readonly beganMs: number;
  /** Whether the engine of that process has ended in order. Even so, it may have failed to store the state. */
  readonly ended: boolean;
  /** Whether that create had the same natural key. */
  readonly sameKey: boolean;
  /** Whether that create sent the same values, secrets aside. */
  readonly sameContent: boolean;
}

/**
 * The journal's entry of one create. As long as neither method is called, the outcome is unknown to the next process.
 */
export interface JournalEntry {
  readonly interrupted: Interrupted | undefined;
  /** The service has created the item. The entry is kept until the id is seen in a state. */
  created(id: string): void;
  /** The service has created nothing, or the error says how to check. Removes the entry. */
  close(): void;
}

/** A create of this process that is not closed. */
interface OwnCreate {
  readonly place: string;
  readonly id?: string;
}

/**
 * A write-ahead log of the creates of this process, in a file in Pulumi's home folder. After a `kill -9` of provider
 * or engine, or a state that could not be stored, the next process reads it and finds the items that are in no state.
 * It contains ids and hashes, no names and no secrets. When the folder cannot be written, creates work without this
 * protection.
 */
export class Journal {
  readonly #scope: readonly string[];
  readonly #root: string;
  readonly #file: string;
  /** Open creates of ended processes. Read at the first use. */
  #leftovers: Leftover[] | undefined;
  #hasFile = false;
  /** By the number of the create. */
  readonly #own = new Map<string, OwnCreate>();

  /**
   * `scope` tells apart two stacks of one name: by the address of the backend, for example. `root` is the folder of all
   * journals. When it is empty, nothing is written.
   */
  constructor(scope: readonly string[] = [], root: string = journalRoot()) {
    this.#scope = scope;
    this.#root = root;
    this.#file = join(root, fileName());
  }

  /** Opens an entry, and takes over that of an earlier process for the same resource. */
  begin(create: CreateKey): JournalEntry {
    const hashes = hashesOf(this.#scope, create);
    const leftover = this.#readLeftovers().find((each) => each.key === hashes.key && !isOld(each));
    // With the old number, a process that is killed before it removes the old entry leaves one create, not two.
    const number = leftover?.create ?? randomUUID();
    this.#own.set(number, { place: hashes.place });
    this.#append(line.begin(number, hashes, leftover?.beganMs ?? Date.now()));
    if (leftover?.id !== undefined) this.#append(line.created(number, leftover.id));
    if (leftover) this.#remove(leftover);
    return {
      interrupted: leftover && {
        ...leftover,
        sameKey: leftover.naturalKey === hashes.naturalKey,
        sameContent: leftover.content === hashes.content,
      },
      created: (id) => {
        this.#own.set(number, { place: hashes.place, id });
        this.#append(line.created(number, id));
      },
      close: () => this.#close(number),
    };
  }

  /** The engine's state has the item, or the item is deleted: the entry of its create is no longer needed. */
  markStored(place: string, id: string): void {
    const placeHash = hash([place]);
    const isIt = (create: OwnCreate | Leftover) => create.id === id && create.place === placeHash;
    for (const leftover of this.#readLeftovers().filter(isIt)) this.#remove(leftover);
    for (const [number, create] of this.#own) if (isIt(create)) this.#close(number);
  }

  /**
   * Call it when the engine ends in order. It may have failed to store the last results, so that entries with an id
   * are kept until the id is seen in a state. Returns the ids of creates for `resource`'s stack that were not seen for
   * a week, and forgets them.
   */
  close(resource?: string): string[] {
    const stack = stackHash(this.#scope, resource);
    const old = this.#readLeftovers().filter((each) => isOld(each) && each.stack === stack);
    for (const leftover of old) this.#remove(leftover);
    if (this.#own.size > 0) this.#append(line.ended);
    else this.#deleteFile(this.#file);
    return old.flatMap(({ id }) => id ?? []);
  }

  #readLeftovers(): Leftover[] {
    if (this.#leftovers) return this.#leftovers;
    if (this.#root) cleanFolders(this.#root);
    this.#leftovers = this.#root ? leftoversIn(this.#root, this.#file) : [];
    return this.#leftovers;
  }

  #remove(leftover: Leftover): void {
    const { create, file } = leftover;
    const rest = this.#readLeftovers().filter((other) => other !== leftover);
    this.#leftovers = rest;
    if (rest.some((other) => other.file === file))
      ignoreErrors(() => appendFileSync(file, line.done(create)));
    else this.#deleteFile(file);
  }

  #close(number: string): void {
    this.#own.delete(number);
    this.#append(line.done(number));
  }

  /** The folder goes with its last file. */
  #deleteFile(file: string): void {
    ignoreErrors(() => {
      if (!this.#root || (file === this.#file && !this.#hasFile)) return;
      unlinkSync(file);
      rmdirSync(this.#root);
    });
  }

  #append(newLine: string): void {
    const write = () => appendFileSync(this.#file, newLine, { mode: 0o600 });
    ignoreErrors(() => {
      if (!this.#root) return;
      this.#hasFile = true;
      try {
        write();
      } catch {
        // The folder does not exist yet, or another process has removed it with its last file.
        mkdirSync(this.#root, { recursive: true, mode: 0o700 });
        write();
      }
    });
  }
}

/** An id that no state was seen with for so long is only named in a warning. */
function isOld({ beganMs }: Leftover): boolean {
  return Date.now() - beganMs > keptMs.create;
}

/** The folder of all journals. Empty for a user without a home folder. */
function journalRoot(): string {
  try {
    return join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "idm-journal");
  } catch {
    return "";
  }
}
