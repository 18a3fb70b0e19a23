import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { pulumiHome } from "./backend.ts";
import {
  cleanFolders,
  fileName,
  ignoreErrors,
  type Leftover,
  leftoversIn,
  line,
  namedMs,
  openIn,
} from "./journal-file.ts";
import { type CreateKey, type CreateRecord, hash, isSentBy, recordOf, stackHash } from "./journal-key.ts";
import { brokenText, similarText, unclaimedText } from "./journal-messages.ts";

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
  /** Whether an item with these properties is exactly as that create has sent it. */
  isAsSent(props: Readonly<Record<string, unknown>>): boolean;
  /** What messages call its item: `role with the name "admin"`. */
  readonly label: string;
}

/**
 * The journal's entry of one create. As long as neither method is called, the outcome is unknown to the next process.
 */
export interface JournalEntry {
  readonly interrupted: Interrupted | undefined;
  /** What the user should know before anything is sent. */
  readonly warnings: readonly string[];
  /** Call it before the create is sent, when that of the earlier process has left nothing. */
  send(): void;
  /** Whether another create, of any stack, has got this id. */
  isOthers(id: string): boolean;
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
 * It contains ids, hashes, URNs and names, and no secrets. When the folder cannot be written, creates work without
 * this protection, and a warning says so.
 */
export class Journal {
  readonly #scope: readonly string[];
  readonly #root: string;
  readonly #file: string;
  /** Open creates of ended processes. Read at the first use. */
  #leftovers: Leftover[] | undefined;
  /** Leftovers that the user knows of. */
  readonly #told = new Set<Leftover>();
  #hasFile = false;
  /** Why the journal cannot be written. The user is told once. */
  #failure: { readonly error: unknown; isTold: boolean } | undefined;
  /** By the number of the create. */
  readonly #own = new Map<string, OwnCreate>();

  /**
   * `scope` tells apart two stacks of one name: by the address of the backend, for example. `root` is the folder of all
   * journals. When it is empty, nothing is written, and a warning says so. Undefined: nothing is written or adopted.
   */
  constructor(scope: readonly string[], root: string | undefined) {
    this.#scope = scope;
    this.#root = root ?? "";
    this.#file = join(this.#root, fileName());
    if (root === "") this.#failure = { error: new Error("no home folder"), isTold: false };
  }

  /** Opens an entry, and takes over that of an earlier process for the same resource. */
  begin(create: CreateKey): JournalEntry {
    const record = recordOf(this.#scope, create);
    const leftover = this.#readLeftovers().find((each) => each.key === record.key);
    // With the old number, a process that is killed before it removes the old entry leaves one create, not two.
    const number = leftover?.create ?? randomUUID();
    const begin = (what: CreateRecord) =>
      this.#append(line.begin(number, what, leftover?.beganMs ?? Date.now()));
    this.#own.set(number, { place: record.place });
    // Until this process sends something, the values that the earlier one has sent are those to look for.
    begin(leftover ?? record);
    if (leftover?.id !== undefined) this.#append(line.created(number, leftover.id));
    if (leftover) this.#remove(leftover);
    return {
      interrupted: leftover && {
        ...leftover,
        sameKey: leftover.item === record.item,
        sameContent: leftover.content === record.content,
        isAsSent: (props) => isSentBy(leftover, props),
      },
      warnings: [...this.#similarTo(record), ...this.#brokenOnce()],
      send: () => {
        if (leftover) begin(record);
      },
      isOthers: (id) => this.#others(record).some((other) => other.id === id && other.item === record.item),
      created: (id) => {
        this.#own.set(number, { place: record.place, id });
        this.#append(line.created(number, id));
      },
      close: () => this.#close(number),
    };
  }

  /** Warnings of killed creates of other resources that have the same natural key. */
  #similarTo({ item, key }: CreateRecord): string[] {
    const similar = this.#readLeftovers().filter(
      (each) => each.item === item && each.key !== key && !each.ended && !this.#told.has(each),
    );
    for (const each of similar) this.#told.add(each);
    return similar.map(similarText);
  }

  /** The creates of other resources in all files, also those of processes that run now. */
  #others({ key }: CreateRecord): Leftover[] {
    return this.#root ? openIn(this.#root, this.#file).filter((each) => each.key !== key) : [];
  }

  #brokenOnce(): string[] {
    const failure = this.#failure;
    if (!failure || failure.isTold) return [];
    failure.isTold = true;
    return [brokenText(this.#root, failure.error)];
  }

  /** The engine's state has the item, or the item is deleted: the entry of its create is no longer needed. */
  markStored(place: string, id: string): void {
    const placeHash = hash([place]);
    const isIt = (create: OwnCreate | Leftover) => create.id === id && create.place === placeHash;
    for (const leftover of this.#readLeftovers().filter(isIt)) this.#remove(leftover);
    for (const [number, create] of this.#own) if (isIt(create)) this.#close(number);
  }

  /** The stack of a resource, as the owner in a state keeps it. */
  stackOf(resource: string | undefined): string {
    return stackHash(this.#scope, resource);
  }

  /**
   * Call it when the engine ends in order. It may have failed to store the last results, so that entries with an id
   * are kept until the id is seen in a state. Returns warnings of the creates of `stack` that nothing in this run has
   * asked for, and forgets those that are older than a week. `isExpected` tells whether a create of the resource is
   * still to come.
   */
  close(stack?: string, isExpected: (resource: string | undefined) => boolean = () => false): string[] {
    const unclaimed = this.#readLeftovers().filter(
      (each) => each.stack === stack && !this.#told.has(each) && !isExpected(each.resource),
    );
    const told = unclaimed.filter((each) => !each.ended || each.id === undefined || isOld(each));
    for (const leftover of told) this.#told.add(leftover);
    for (const leftover of told.filter(isOld)) this.#remove(leftover);
    if (this.#own.size > 0) this.#append(line.ended);
    else this.#deleteFile(this.#file);
    return told.map((leftover) => unclaimedText(leftover, isOld(leftover)));
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
    if (!this.#root) return;
    const write = () => appendFileSync(this.#file, newLine, { mode: 0o600 });
    try {
      write();
      this.#hasFile = true;
    } catch {
      // The folder does not exist yet, or another process has removed it with its last file.
      this.#appendInNewFolder(write);
    }
  }

  #appendInNewFolder(write: () => void): void {
    try {
      mkdirSync(this.#root, { recursive: true, mode: 0o700 });
      write();
      this.#hasFile = true;
    } catch (error) {
      this.#failure ??= { error, isTold: false };
    }
  }
}

function isOld({ beganMs }: Leftover): boolean {
  return Date.now() - beganMs > namedMs;
}

/** The folder of all journals. Empty for a user without a home folder. */
export function journalRoot(): string {
  try {
    return join(pulumiHome(), "idm-journal");
  } catch {
    return "";
  }
}
