import { randomUUID } from "node:crypto";
import { IdmError } from "../errors.ts";
import { backendAddress } from "./backend.ts";
import type { Props } from "./handlers.ts";
import { hidden, resourceIn } from "./hidden.ts";
import { type Holder, Holders, type ItemKey } from "./holders.ts";
import { Journal, type JournalEntry, journalRoot } from "./journal.ts";
import type { CreateKey } from "./journal-key.ts";
import { Turns } from "./turns.ts";

/** The resource that a create is for. */
export interface Who {
  /** Organization and URN. Undefined for a program with an earlier version of the SDK. */
  readonly resource: string | undefined;
  /** Its state keeps it: two creates of one resource are two owners. */
  readonly owner: string;
}

/**
 * Whose id is this: the one place that knows which resources of the stack have which items. The states of a stack may
 * have an item twice: after a rename with `adopt` that was interrupted, for example, because the engine deletes the
 * old resource last. It is deleted with the last resource that has it.
 */
export class Ownership {
  readonly #journal: Journal;
  readonly #turns = new Turns();
  /** The resources that the program declares. */
  readonly #declared = new Set<string>();
  readonly #holders = new Holders();
  readonly #shared = new Set<string>();
  /** The resources of which this process has seen the state or begun a create. */
  readonly #met = new Set<string | undefined>();
  /** The open creates of this process, by owner. */
  readonly #entries = new Map<string, JournalEntry>();
  /** The stack, as the journal names it. */
  #stack: string | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** The program declares a resource with these inputs. */
  declare(news: Props): void {
    const resource = resourceIn(news);
    if (resource === undefined) return;
    this.#declared.add(resource);
    this.#stack = this.#journal.stackOf(resource);
  }

  /** Whether this run's program declares it, as far as the inputs tell. In a refresh they are of an earlier run. */
  isDeclared(news: Props): boolean {
    const resource = resourceIn(news);
    return resource === undefined || this.#declared.has(resource);
  }

  /** A new owner, for the create with these inputs. It names the stack: a destroy runs no program. */
  newOwner(news: Props): Who {
    const resource = resourceIn(news);
    return { resource, owner: `${this.#journal.stackOf(resource)}.${randomUUID()}` };
  }

  /** Does the creates of one collection and natural key one after the other: none mistakes an item for its own. */
  inTurn<T>(key: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(JSON.stringify(key), signal, work);
  }

  /** Opens the journal's entry of a create. */
  begin({ resource, owner }: Who, create: Omit<CreateKey, "resource">): JournalEntry {
    const entry = this.#journal.begin({ ...create, resource, owner }, this.#met.has(resource));
    this.#met.add(resource);
    this.#entries.set(owner, entry);
    return entry;
  }

  /** The state has the item. Throws when a resource of the program has just got it too. Returns who else has it. */
  hold(item: ItemKey, state: Props, news: Props = {}): string | undefined {
    this.#journal.markStored(item.place, item.id, ownerIn(state));
    const resource = resourceIn(news);
    this.#met.add(resource);
    const owner = ownerIn(state) ?? this.#declaredIn(state);
    if (owner === undefined) return undefined;
    this.#stack ??= stackIn(owner);
    const holders = this.#holders.of(item);
    holders.set(owner, { isNew: false, resource: resource ?? holders.get(owner)?.resource });
    if (resource === undefined || !this.#declared.has(resource)) return undefined;
    const rival = this.#rival(item, { resource, owner });
    if (rival?.isNew) throw sharedError(item, resource, rival);
    return rival && this.#once(item) ? nameOf(rival.resource) : undefined;
  }

  /** Whether another resource of the stack has the item. */
  isTaken(item: ItemKey, { owner }: Who): boolean {
    return this.#holders.others(item, owner).length > 0;
  }

  /** Whether the journal knows the id as that of another create, of any stack. */
  isOthers(id: string, { owner }: Who): boolean {
    return this.#entries.get(owner)?.isOthers(id) === true;
  }

  /** A create has got the item. Throws when another resource that the program declares has it. */
  take(item: ItemKey, who: Who): void {
    const rival = this.#rival(item, who);
    if (rival) throw sharedError(item, who.resource, rival);
    this.#holders.of(item).set(who.owner, { resource: who.resource, isNew: true });
  }

  /** A create has failed: the state does not have the item that it may have found. */
  drop({ owner }: Who): void {
    this.#holders.drop(owner);
  }

  /**
   * Whether the service may delete the item for the resource with this state: no other one has it. `keeper` is the name
   * of one that has it.
   */
  release(item: ItemKey, state: Props): { isLast: boolean; keeper: string; undo(): void } {
    this.#journal.markStored(item.place, item.id, ownerIn(state));
    const holders = this.#holders.of(item);
    const owner = ownerIn(state) ?? resourceIn(state);
    this.#stack ??= owner && stackIn(owner);
    const kept = owner === undefined ? undefined : holders.get(owner);
    if (owner !== undefined) holders.delete(owner);
    const [keeper] = holders.values();
    return {
      isLast: keeper === undefined,
      keeper: nameOf(keeper?.resource),
      undo: () => void (owner && kept && holders.set(owner, kept)),
    };
  }

  /** Call it when the engine ends in order. Returns lines for the user. */
  close(): string[] {
    // A resource without a state is created later in this run, or after this preview.
    const isExpected = (resource: string | undefined) =>
      resource !== undefined && this.#declared.has(resource) && !this.#met.has(resource);
    return this.#journal.close(this.#stack, isExpected);
  }

  /** Another resource that has the item, and that the program declares or that got it in this process. */
  #rival(item: ItemKey, { resource, owner }: Who): Holder | undefined {
    return this.#holders
      .others(item, owner)
      .find(
        (other) =>
          (other.isNew || (other.resource !== undefined && this.#declared.has(other.resource))) &&
          (resource === undefined || other.resource !== resource),
      );
  }

  /** An imported item has no owner in its state: the resource itself is the owner, if the program declares it. */
  #declaredIn(state: Props): string | undefined {
    const resource = resourceIn(state);
    return resource !== undefined && this.#declared.has(resource) ? resource : undefined;
  }

  #once({ place, id }: ItemKey): boolean {
    const key = JSON.stringify([place, id]);
    return !this.#shared.has(key) && this.#shared.add(key) !== undefined;
  }
}

/** Undefined for a resource that was imported, or only read with `get`: the latter does not have its item. */
function ownerIn(state: Props): string | undefined {
  const owner = state[hidden.owner];
  return typeof owner === "string" ? owner : undefined;
}

/** Owners of earlier versions name no stack. */
function stackIn(owner: string): string | undefined {
  return /^([\w-]+)\.[\w-]+$/.exec(owner)?.[1];
}

function sharedError({ id }: ItemKey, resource: string | undefined, rival: Holder): IdmError {
  return new IdmError(
    "ERR_IDM_INPUT",
    `The resources ${nameOf(resource)} and ${nameOf(rival.resource)} of this stack would both have ${JSON.stringify(id)}. Remove one of them from the program, or give it other values`,
  );
}

/** The name of a resource in the program. */
function nameOf(resource: string | undefined): string {
  return resource === undefined ? "without a name" : JSON.stringify(resource.split("::").slice(3).join("::"));
}

/**
 * The ownership of this process, with the journal of its backend: two backends may have stacks of one name. `hasState`:
 * whether the engine keeps a state. Without one, nothing tells an item of an earlier run from one that was lost, so
 * that there is no journal.
 */
export function openOwnership(hasState = true): Ownership {
  return new Ownership(new Journal([backendAddress()], hasState ? journalRoot() : undefined));
}
