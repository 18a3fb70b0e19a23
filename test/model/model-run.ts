import { expect } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { journalFolder, openProvider, settingsFor } from "../resources/handlers.ts";
import { type Program, type Report, Stack } from "../resources/stack.ts";
import { succeeded } from "../resources/stack-for-test.ts";
import type { Template } from "../service/records.ts";
import type { Service } from "../service/service.ts";
import { driftOf, Model } from "./model.ts";
import { type Declaration, type Drift, type Slot, type Step, slots } from "./programs.ts";

const event = { eventStreamId: "s".repeat(26), eventId: "e".repeat(26) };

/** One run: a stack, its service, and the model of the service. */
export class ModelRun {
  readonly #service: Service;
  readonly #stack: Stack;
  readonly #journal: ReturnType<typeof journalFolder>;
  readonly #taken: Template;
  readonly #model: Model;

  private constructor(
    service: Service,
    journal: ReturnType<typeof journalFolder>,
    stack: Stack,
    taken: Template,
  ) {
    this.#service = service;
    this.#journal = journal;
    this.#stack = stack;
    this.#taken = taken;
    this.#model = new Model({ name: taken.name, presentation: taken.presentation });
  }

  /** Clears the service: one run uses it at a time. */
  static async open(service: Service): Promise<ModelRun> {
    const { tenant, faults, requests } = service;
    for (const records of collectionsOf(service)) records.clear();
    tenant.redeliveries.length = 0;
    faults.clear();
    requests.reset();
    tenant.addEvent(event.eventStreamId, event.eventId);
    const journal = journalFolder();
    const stack = new Stack(openProvider(await settingsFor(service), journal.path));
    return new ModelRun(service, journal, stack, tenant.addTemplate({ name: "found" }));
  }

  async step({ declared, drifts, refreshes, fault }: Step): Promise<void> {
    // The provider corrects a change only after a refresh. It notices a deleted item without one.
    for (const drift of drifts.filter(({ how }) => how === "change")) this.#drift(drift);
    succeeded(await this.#stack.refresh());
    for (const drift of drifts.filter(({ how }) => how === "delete")) this.#drift(drift);
    const program = this.#program(declared);
    if (fault) this.#service.faults.add({ ...fault, path: /^\/api\/v2\// });
    if (refreshes) await this.#stack.refresh();
    const underFault = await this.#stack.up(program);
    this.#service.faults.clear();
    await this.#nextProcess();
    succeeded(await this.#stack.refresh());
    succeeded(await this.#stack.up(program));
    this.#model.apply(declared, isUncertain(underFault));
    expect(this.#held()).toEqual(this.#expected());
    const { redeliveries } = this.#service.tenant;
    expect(redeliveries.length).toBeGreaterThanOrEqual(this.#model.sent.least);
    expect(redeliveries.length).toBeLessThanOrEqual(this.#model.sent.most);
    // From here on, the number is known.
    this.#model.sent = { least: redeliveries.length, most: redeliveries.length };
    const again = succeeded(await this.#stack.up(program)).steps;
    expect(Object.values(again).every((step) => step === "same")).toBe(true);
  }

  /** Number of requests for lists that were to answer reads. Look-ups of roles have a filter. */
  get listsRead(): number {
    return this.#service.requests.api.filter(({ method, path, query }) => {
      return method === "GET" && path.endsWith("/roles") && !query.includes("name_filter");
    }).length;
  }

  async close(): Promise<void> {
    await this.#stack.provider.close();
    this.#journal.remove();
  }

  /** Each run of the engine has its own provider process. */
  async #nextProcess(): Promise<void> {
    await this.#stack.provider.close();
    this.#stack.provider = openProvider(await settingsFor(this.#service), this.#journal.path);
  }

  #program(declared: Declaration): Program {
    const fixed: Partial<Record<Slot, Props>> = { taken: { templateId: this.#taken.id }, redelivery: event };
    return Object.fromEntries(
      Object.entries(declared).map(([slot, inputs]) => {
        const name = slot as Slot;
        return [name, { type: slots[name], inputs: { ...inputs, ...fixed[name] } }];
      }),
    );
  }

  #drift(drift: Drift): void {
    const { slot, how } = drift;
    const item = this.#model.items.get(slot);
    const id = slot === "taken" ? this.#taken.id : this.#stack.state.get(slot)?.id;
    if (!item || id === undefined || !this.#model.drift(drift)) return;
    for (const records of collectionsOf(this.#service)) {
      const record = records.get(id);
      if (record && how === "delete") records.delete(id);
      else if (record) Object.assign(record, toWireFields(driftOf(slot, item)));
    }
  }

  /** The items of the service by slot, as far as the state has their ids; the others as `stray`. */
  #held(): Props {
    const left = new Map(collectionsOf(this.#service).flatMap((records) => [...records]));
    const held: Props = {};
    for (const slot of Object.keys(slots) as Slot[]) {
      const id = slot === "taken" ? this.#taken.id : this.#stack.state.get(slot)?.id;
      const record = id === undefined ? undefined : left.get(id);
      if (record) held[slot] = normal(slots[slot], record as Props);
      if (id !== undefined) left.delete(id);
    }
    return { ...held, stray: [...left.values()] };
  }

  #expected(): Props {
    const items = [...this.#model.items].map(([slot, item]) => [
      slot,
      normal(slots[slot], toWireFields(item)),
    ]);
    return { ...Object.fromEntries(items), stray: [] };
  }
}

function collectionsOf({ tenant }: Service): Map<string, object>[] {
  return [tenant.roles, tenant.domains, tenant.templates, tenant.collection("webhooks")];
}

const wireNames: Record<string, string> = {
  customClientIpHeader: "custom_client_ip_header",
  domainMetadata: "domain_metadata",
  authToken: "auth_token",
  passPhrase: "pass_phrase",
  headers: "hdrs",
};

function toWireFields(props: Props): Props {
  const wire = Object.fromEntries(
    Object.entries(props).map(([key, value]) => [wireNames[key] ?? key, value]),
  );
  return props.target ? { ...wire, target: toWireFields(props.target as Props) } : wire;
}

/** The fields that programs decide on, with defaults for those that are missing. */
function normal(type: string, record: Props): Props {
  const { name, description, domain, presentation, custom_client_ip_header, domain_metadata } = record;
  if (type === "Role") return { name, description: description ?? "" };
  if (type === "Webhook") {
    const { kind, status = "active", target, hdrs = {}, pass_phrase } = record;
    return { name, kind, status, target, hdrs, pass_phrase };
  }
  if (type === "VcTemplate") return { name, presentation };
  const metadata = Object.entries(domain_metadata ?? {}).filter(([, value]) => value !== null);
  return { domain, type: record.type, header: custom_client_ip_header || null, metadata };
}

function isUncertain({ errors }: Report): boolean {
  return errors.redelivery?.message.includes("may have been accepted") === true;
}
