import type { Props } from "../../provider/lifecycle/handlers.ts";
import { type Declaration, type Drift, type Slot, slots } from "./programs.ts";

/**
 * The expected item of one slot, in the program's spelling. An input that was never declared is part of it when the
 * service
 * has a value.
 */
type Item = Props;

/** The expected state of the service after all programs and drifts so far. */
export class Model {
  readonly items = new Map<Slot, Item>();
  /** How many redeliveries the service has accepted, at least and at most. */
  sent = { least: 0, most: 0 };
  #declared: Declaration = {};

  constructor(taken: Item) {
    this.items.set("taken", taken);
  }

  /** Applies a drift. False when the slot has no item that can drift. */
  drift({ slot, how }: Drift): boolean {
    const item = this.items.get(slot);
    if (!item || (slot === "taken" && how === "delete")) return false;
    if (how === "delete") this.items.delete(slot);
    else this.items.set(slot, { ...item, ...driftOf(slot, item) });
    return true;
  }

  /** Forgets what is in the state no longer, though the service may still have it. */
  forget(slots: readonly Slot[]): void {
    this.#declared = Object.fromEntries(
      Object.entries(this.#declared).filter(([slot]) => !slots.includes(slot as Slot)),
    );
  }

  /** The slots whose items an `up` of this program keeps. */
  kept(declared: Declaration): Slot[] {
    return [...this.items].flatMap(([slot, item]) => {
      const [before, inputs] = [this.#declared[slot], declared[slot]];
      return before && inputs && !isReplaced(slot, item, inputs) ? [slot] : [];
    });
  }

  /** Applies an `up`. `uncertain`: its error was that a redelivery may have been accepted. */
  apply(declared: Declaration, uncertain: boolean): void {
    if (declared.redelivery && !sameRedelivery(this.#declared.redelivery, declared.redelivery))
      this.sent = { least: this.sent.least + (uncertain ? 0 : 1), most: this.sent.most + 1 };
    for (const slot of Object.keys(slots) as Slot[]) {
      const inputs = declared[slot];
      if (slot === "redelivery") continue;
      if (inputs) this.items.set(slot, this.#put(slot, inputs));
      else if (slot !== "taken") this.items.delete(slot);
    }
    this.#declared = declared;
  }

  #put(slot: Slot, inputs: Props): Item {
    const item = this.items.get(slot);
    if (!item || isReplaced(slot, item, inputs)) return { ...inputs };
    const before = this.#declared[slot] ?? {};
    const removed = Object.keys(before).filter((key) => !Object.hasOwn(inputs, key));
    const resets = removed.filter((key) => Object.hasOwn(resetTo, key)).map((key) => [key, resetTo[key]]);
    return { ...item, ...Object.fromEntries(resets), ...inputs };
  }
}

const resetTo: Props = { description: "", customClientIpHeader: null, status: "active", headers: {} };

/** What a drift changes: an input that can be updated. */
export function driftOf(slot: Drift["slot"], item: Item): Props {
  if (slot === "webhook")
    return { target: { ...(item.target as object), endpoint: "https://by-hand.example.com" } };
  if (slot === "made" || slot === "taken") return { name: "by hand" };
  if (slot !== "domain") return { description: "by hand" };
  return item.type === "self_managed_certs" ? { customClientIpHeader: "x-forwarded-for" } : {};
}

function isReplaced(slot: Slot, item: Item, inputs: Props): boolean {
  if (slot === "webhook") return item.kind !== inputs.kind;
  if (slot !== "domain") return false;
  return item.domain !== inputs.domain || item.type !== inputs.type || metadata(item) !== metadata(inputs);
}

/** A key with the value null is the same as a missing key. */
function metadata({ domainMetadata }: Props): string {
  return JSON.stringify(Object.entries(domainMetadata ?? {}).filter(([, value]) => value !== null));
}

function sameRedelivery(before: Props | undefined, now: Props): boolean {
  return before !== undefined && JSON.stringify(before.triggers ?? {}) === JSON.stringify(now.triggers ?? {});
}
