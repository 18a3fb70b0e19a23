import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pulumiHome } from "./backend.ts";
import { appendLines, cleanFolders, fileName, ignoreErrors, leftIn, openIn } from "./journal-file.ts";
import { type CreateKey, type CreateRecord, hash, isSentBy, recordOf, stackHash } from "./journal-key.ts";
import { type CutCreate, type Leftover, line, namedMs, type OpenCreates } from "./journal-lines.ts";
import { brokenText, cutText, similarText, unclaimedText } from "./journal-messages.ts";
import { OwnFile, removeFile } from "./journal-own-file.ts";

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
  readonly #file: OwnFile;
  /** Open creates of ended processes. Read at the first use. */
  #open: OpenCreates | undefined;
  /** Leftovers that creates of this process have taken over. They stay in their files until the own file has them. */
  readonly #takenOver = new Set<Leftover>();
  /** Leftovers that the user knows of. */
  readonly #told = new Set<Leftover>();
  /** By the number of the create. */
  readonly #own = new Map<string, OwnCreate>();

  /**
   * `scope` tells apart two stacks of one name: by the address of the backend, for example. `root` is the folder of all
   * journals. When it is empty, nothing is written, and a warning says so. Undefined: nothing is written or adopted.
   */
  constructor(scope: readonly string[], root: string | undefined) {
    this.#scope = scope;
    this.#root = root ?? "";
    this.#file = new OwnFile(this.#root && join(this.#root, fileName()));
    if (root === "") this.#file.fail(new Error("no home folder"));
  }

  /**
   * Opens an entry, and takes over that of an earlier process for the same resource. `isReplacement`: a state has
   * another item of the resource.
   */
  begin(create: CreateKey, isReplacement = false): JournalEntry {
    const record = recordOf(this.#scope, create);
    const leftover = this.#readOpen().leftovers.find((each) => each.key === record.key);
    // With the old number, a process that is killed before it removes the old entry leaves one create, not two.
    const number = leftover?.create ?? randomUUID();
    const begin = (what: CreateRecord) =>
      line.begin(number, { ...what, owner: record.owner }, leftover?.beganMs ?? Date.now());
    this.#own.set(number, { place: record.place });
    // Until this process sends something, the values that the earlier one has sent are those to look for.
    const made = leftover?.id === undefined ? "" : line.created(number, leftover.id);
    if (leftover) this.#takeOver(leftover);
    this.#append(begin(leftover ?? record) + made);
    return {
      interrupted: leftover && {
        ...leftover,
        sameKey: leftover.item === record.item,
        sameContent: leftover.content === record.content,
        isAsSent: (props) => isSentBy(leftover, props),
      },
      warnings: [...this.#cutOf(record, isReplacement), ...this.#similarTo(record), ...this.#brokenOnce()],
      send: () => {
        if (leftover) this.#append(begin(record));
      },
      isOthers: (id) => this.#others(record).some((other) => other.id === id && other.item === record.item),
      created: (id) => {
        this.#own.set(number, { place: record.place, id });
        this.#append(line.created(number, id));
      },
      close: () => this.#close(number),
    };
  }

  /** A warning of a create of the same resource of which the journal has only a part of a line. It is told once. */
  #cutOf({ key }: CreateRecord, isReplacement: boolean): string[] {
    const cut = this.#readOpen().cut.filter((each) => each.key === key);
    for (const each of cut) this.#remove(each);
    return isReplacement ? [] : cut.slice(-1).map(cutText);
  }

  /** Warnings of killed creates of other resources that have the same natural key. */
  #similarTo({ item, key }: CreateRecord): string[] {
    const similar = this.#readOpen().leftovers.filter(
      (each) => each.item === item && each.key !== key && !each.ended && !this.#told.has(each),
    );
    for (const each of similar) this.#told.add(each);
    return similar.map(similarText);
  }

  /** The creates of other resources in all files, also those of processes that run now. */
  #others({ key }: CreateRecord): Leftover[] {
    return this.#root ? openIn(this.#root, this.#file.path).filter((each) => each.key !== key) : [];
  }

  #brokenOnce(): string[] {
    const failure = this.#file.failureOnce();
    return failure === undefined ? [] : [brokenText(this.#root, failure)];
  }

  /**
   * The engine's state has the item, or the item is deleted: the entry of its create is no longer needed. `owner` is
   * that of the state. It names the create, also when its id could not be written.
   */
  markStored(place: string, id: string, owner?: string): void {
    const placeHash = hash([place]);
    const isIt = (create: OwnCreate | Leftover) => create.id === id && create.place === placeHash;
    const isOwners = (leftover: Leftover) =>
      owner !== undefined && leftover.owner === owner && leftover.id === undefined;
    for (const leftover of this.#readOpen().leftovers)
      if (isIt(leftover) || isOwners(leftover)) this.#remove(leftover);
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
    const unclaimed = this.#readOpen().leftovers.filter(
      (each) => each.stack === stack && !this.#told.has(each) && !isExpected(each.resource),
    );
    const told = unclaimed.filter((each) => !each.ended || each.id === undefined || isOld(each));
    for (const leftover of told) this.#told.add(leftover);
    for (const leftover of told.filter(isOld)) this.#remove(leftover);
    for (const leftover of this.#takenOver) if (this.#isSettled(leftover)) this.#erase(leftover);
    if (this.#own.size > 0) this.#append(line.ended);
    else this.#file.remove();
    return told.map((leftover) => unclaimedText(leftover, isOld(leftover)));
  }

  #readOpen(): OpenCreates {
    if (this.#open) return this.#open;
    if (this.#root) cleanFolders(this.#root);
    this.#open = this.#root ? leftIn(this.#root, this.#file.path) : { leftovers: [], cut: [] };
    return this.#open;
  }

  #takeOver(leftover: Leftover): void {
    this.#forget(leftover);
    this.#takenOver.add(leftover);
  }

  /** Whether a create of this process has found or made the item of a leftover, or knows that there is none. */
  #isSettled({ create }: Leftover): boolean {
    const own = this.#own.get(create);
    return !own || own.id !== undefined;
  }

  #remove(create: Leftover | CutCreate): void {
    this.#forget(create);
    this.#erase(create);
  }

  #forget(create: Leftover | CutCreate): void {
    const { leftovers, cut } = this.#readOpen();
    const isOther = (each: Leftover | CutCreate) => each !== create;
    this.#open = { leftovers: leftovers.filter(isOther), cut: cut.filter(isOther) };
  }

  /** Closes a create in the files of earlier processes. A file goes with its last create. */
  #erase({ create, files }: Leftover | CutCreate): void {
    const { leftovers, cut } = this.#readOpen();
    const kept = [...leftovers, ...cut, ...this.#takenOver].filter((each) => each.create !== create);
    for (const file of files) {
      if (kept.some((each) => each.files.includes(file)))
        ignoreErrors(() => appendLines(file, line.done(create)));
      else removeFile(file);
    }
  }

  #close(number: string): void {
    this.#own.delete(number);
    this.#append(line.done(number));
  }

  #append(lines: string): void {
    this.#file.append(lines);
    if (!this.#file.isComplete) return;
    const written = [...this.#takenOver];
    this.#takenOver.clear();
    for (const leftover of written) this.#erase(leftover);
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
