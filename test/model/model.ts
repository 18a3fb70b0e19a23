import type { Props } from "../../provider/lifecycle/handlers.ts";
import { type Declaration, type Drift, type Slot, slots } from "./programs.ts";

/** What the service shall hold of one slot, in the program's spelling; an input that was never declared is in it when the service has a value. */
type Item = Props;

/** The service as the programs so far, and what was done behind their back, must have left it. */
export class Model {
  readonly items = new Map<Slot, Item>();
  /** Redeliveries that must, and that may, have been accepted. */
  sent = { least: 0, most: 0 };
  #declared: Declaration = {};

  constructor(taken: Item) {
    this.items.set("taken", taken);
  }

  /** Whether there is anything to drift. */
  drift({ slot, how }: Drift): boolean {
    const item = this.items.get(slot);
    if (!item || (slot === "taken" && how === "delete")) return false;
    if (how === "delete") this.items.delete(slot);
    else this.items.set(slot, { ...item, ...driftOf(slot, item) });
    return true;
  }

  /** `uncertain` tells whether the run said that a redelivery may have been accepted. */
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
    if (!item || (slot === "domain" && isReplaced(item, inputs))) return { ...inputs };
    const before = this.#declared[slot] ?? {};
    const removed = Object.keys(before).filter((key) => !Object.hasOwn(inputs, key));
    const resets = removed.filter((key) => Object.hasOwn(resetTo, key)).map((key) => [key, resetTo[key]]);
    return { ...item, ...Object.fromEntries(resets), ...inputs };
  }
}

const resetTo: Props = { description: "", customClientIpHeader: null };

/** The change that a drift makes: always to an input that can be updated in place. */
export function driftOf(slot: Drift["slot"], item: Item): Props {
  if (slot === "made" || slot === "taken") return { name: "by hand" };
  if (slot !== "domain") return { description: "by hand" };
  return item.type === "self_managed_certs" ? { customClientIpHeader: "x-forwarded-for" } : {};
}

function isReplaced(item: Item, inputs: Props): boolean {
  return item.domain !== inputs.domain || item.type !== inputs.type || metadata(item) !== metadata(inputs);
}

/** Null says the same as a key that is not there. */
function metadata({ domainMetadata }: Props): string {
  return JSON.stringify(Object.entries(domainMetadata ?? {}).filter(([, value]) => value !== null));
}

function sameRedelivery(before: Props | undefined, now: Props): boolean {
  return before !== undefined && JSON.stringify(before.triggers ?? {}) === JSON.stringify(now.triggers ?? {});
}
