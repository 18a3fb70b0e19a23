import { expect } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { journalFolder, openProvider, settingsFor } from "../resources/handlers.ts";
import { type Program, type Report, Stack } from "../resources/stack.ts";
import { succeeded } from "../resources/stack-for-test.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { Template } from "../service/records.ts";
import { type Service, startService } from "../service/service.ts";
import { addForeign } from "./foreign-items.ts";
import { killAt } from "./kill.ts";
import { driftOf, Model } from "./model.ts";
import { type Declaration, type Drift, type Slot, type Step, slots } from "./programs.ts";

const declaredNames = { role: "admin", template: "made one" };
/** So far above what answers take that a busy machine meets no limit. */
const limits = { requestTimeoutMs: 60_000, retryDeadlineMs: 120_000 };
const event = { eventStreamId: "s".repeat(26), eventId: "e".repeat(26) };

/** The services of the runs that follow one another. */
export interface Services {
  readonly service: Service;
  /** The options of the service: a step may change how it answers. */
  readonly options: ServiceOptions;
  /** Another tenant. */
  readonly other: Service;
}

/** Starts the services. The first one has these options. */
export async function startServices(listing: ServiceOptions = {}): Promise<Services> {
  const options = { ...listing };
  return { options, service: await startService(options), other: await startService() };
}

/** One run: a stack, its service, and the model of the service. */
export class ModelRun {
  readonly #services: Services;
  readonly #service: Service;
  readonly #stack: Stack;
  readonly #journal: ReturnType<typeof journalFolder>;
  readonly #taken: Template;
  readonly #model: Model;
  /** Items of somebody else, as they were added. */
  readonly #foreign: object[] = [];
  #address: string;
  #program: Program = {};

  private constructor(
    services: Services,
    journal: ReturnType<typeof journalFolder>,
    stack: Stack,
    taken: Template,
  ) {
    this.#services = services;
    this.#service = services.service;
    this.#address = services.service.baseUrl;
    this.#journal = journal;
    this.#stack = stack;
    this.#taken = taken;
    this.#model = new Model({ name: taken.name, presentation: taken.presentation });
  }

  /** Clears the services: one run uses them at a time. */
  static async open(services: Services): Promise<ModelRun> {
    for (const each of [services.service, services.other]) clear(each);
    const { tenant } = services.service;
    tenant.addEvent(event.eventStreamId, event.eventId);
    services.other.tenant.addRole({ name: "admin", description: "another tenant's" });
    const journal = journalFolder();
    const stack = new Stack(openProvider(await settingsFor(services.service, limits), journal.path));
    return new ModelRun(services, journal, stack, tenant.addTemplate({ name: "found" }));
  }

  async step(step: Step): Promise<void> {
    await this.#surround(step);
    // The provider corrects a change only after a refresh. It notices a deleted item without one.
    for (const drift of step.drifts.filter(({ how }) => how === "change")) this.#drift(drift);
    succeeded(await this.#stack.refresh());
    for (const drift of step.drifts.filter(({ how }) => how === "delete")) this.#drift(drift);
    const kept = this.#idsOf(this.#model.kept(step.declared));
    this.#program = this.#programOf(step.declared);
    const isClear = !this.#reusesName(step);
    const lost = isClear && (await this.#upInTrouble(step));
    const lostLater = await this.#upUntilDone();
    this.#model.apply(step.declared, lost || lostLater);
    expect(this.#held()).toEqual(this.#expected());
    expect(this.#idsOf([...kept.keys()])).toEqual(kept);
    this.#expectRedeliveries();
    await this.#expectSame();
  }

  /** Deletes everything that the program declares, and nothing else. */
  async destroy(): Promise<void> {
    await this.#open(this.#address);
    succeeded(await this.#stack.destroy());
    const left = collectionsOf(this.#service).flatMap((records) => [...records.values()]);
    expect(left).toHaveLength(this.#foreign.length + 1);
    expect(left).toEqual(expect.arrayContaining([this.#taken, ...this.#foreign]));
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

  async #surround({ moves, wrongTenant, foreign, manner }: Step): Promise<void> {
    Object.assign(this.#services.options, manner);
    if (moves) await this.#move();
    if (wrongTenant) await this.#visitWrongTenant(wrongTenant);
    if (foreign) this.#foreign.push(structuredClone(addForeign(this.#service, foreign, declaredNames)));
  }

  /** The tenant answers at another address. A refresh finds everything there, and nothing has changed. */
  async #move(): Promise<void> {
    const { port, hostname } = new URL(this.#address);
    const host = hostname === "localhost" ? "127.0.0.1" : "localhost";
    this.#address = `http://${host}:${port}/api/v2`;
    await this.#open(this.#address);
    const { steps } = succeeded(await this.#stack.refresh());
    expect(Object.values(steps)).not.toContain("gone");
    await this.#expectSame();
  }

  /** One run with the address of another tenant: errors that name both addresses, and no item is lost or forgotten. */
  async #visitWrongTenant(how: "refresh" | "destroy"): Promise<void> {
    const { baseUrl, tenant } = this.#services.other;
    const [stored, held, roles] = [new Map(this.#stack.state), this.#held(), [...tenant.roles.values()]];
    await this.#open(baseUrl, this.#services.other);
    const { errors } = await (how === "refresh" ? this.#stack.refresh() : this.#stack.destroy());
    // A redelivery is nothing at the service, and destroy leaves a template that was adopted.
    const local: Slot[] = how === "refresh" ? ["redelivery"] : ["redelivery", "taken"];
    const items = [...stored.keys()].filter((slot) => !local.includes(slot as Slot));
    expect(Object.keys(errors).sort()).toEqual(items.sort());
    for (const { message } of Object.values(errors))
      for (const address of [this.#address, baseUrl]) expect(message).toContain(address);
    expect([...this.#stack.state.keys()]).toEqual(expect.arrayContaining(items));
    expect(this.#held()).toEqual(how === "refresh" ? held : expect.objectContaining({ stray: held.stray }));
    expect([...tenant.roles.values()]).toEqual(roles);
    if (how === "destroy") this.#model.forget(local);
    await this.#open(this.#address);
  }

  /** An `up` that meets the fault, or whose process is killed. True when it may have sent a redelivery. */
  async #upInTrouble({ refreshes, fault, interrupt }: Step): Promise<boolean> {
    const kill = interrupt && killAt(this.#service, this.#stack, this.#journal.path, interrupt);
    if (fault) this.#service.faults.add({ ...fault, path: /^\/api\/v2\// });
    if (refreshes) await this.#stack.refresh();
    const report = kill?.happened ? undefined : await this.#stack.up(this.#program);
    this.#service.faults.clear();
    kill?.restore();
    return kill?.happened || (report !== undefined && isUncertain(report));
  }

  /** Refresh and `up` without trouble. True when a killed process may have sent the redelivery: then once more. */
  async #upUntilDone(): Promise<boolean> {
    await this.#open(this.#address);
    succeeded(await this.#stack.refresh());
    const report = await this.#stack.up(this.#program);
    if (!isUncertain(report)) return succeeded(report) && false;
    const { redelivery: _reported, ...others } = report.errors;
    expect(others).toEqual({});
    await this.#open(this.#address);
    succeeded(await this.#stack.up(this.#program));
    return true;
  }

  #expectRedeliveries(): void {
    const { redeliveries } = this.#service.tenant;
    expect(redeliveries.length).toBeGreaterThanOrEqual(this.#model.sent.least);
    expect(redeliveries.length).toBeLessThanOrEqual(this.#model.sent.most);
    // From here on, the number is known.
    this.#model.sent = { least: redeliveries.length, most: redeliveries.length };
  }

  async #expectSame(): Promise<void> {
    const again = succeeded(await this.#stack.up(this.#program)).steps;
    expect(Object.values(again).every((step) => step === "same")).toBe(true);
  }

  /** Each run of the engine has its own provider process. */
  async #open(baseUrl: string, service = this.#service): Promise<void> {
    await this.#stack.provider.close();
    this.#stack.provider = openProvider(
      await settingsFor(service, { ...limits, baseUrl }),
      this.#journal.path,
    );
  }

  #idsOf(names: readonly string[]): Map<string, string | undefined> {
    return new Map(names.map((name) => [name, this.#stack.state.get(name)?.id]));
  }

  #programOf(declared: Declaration): Program {
    const fixed: Partial<Record<Slot, Props>> = { taken: { templateId: this.#taken.id }, redelivery: event };
    return Object.fromEntries(
      Object.entries(declared).map(([slot, inputs]) => {
        const name = slot as Slot;
        return [name, { type: slots[name], inputs: { ...inputs, ...fixed[name] } }];
      }),
    );
  }

  /**
   * Whether a new resource has the name of one that is renamed or no longer declared. If the answer to its create is
   * lost, the service has two items of the name, and the provider asks the user which one it is.
   */
  #reusesName({ declared, drifts }: Step): boolean {
    const declaredName = (slot: string) => (declared[slot as Slot] as Props | undefined)?.name;
    const left = [...this.#stack.state].filter(([slot, { outputs }]) => declaredName(slot) !== outputs.name);
    const names = new Set(left.map(([, { outputs }]) => outputs.name));
    // A refresh takes what was deleted at the service out of the state.
    const isGone = (slot: string) => drifts.some((drift) => drift.slot === slot && drift.how === "delete");
    const created = Object.keys(declared).filter((slot) => isGone(slot) || !this.#stack.state.has(slot));
    return created.some((slot) => declaredName(slot) !== undefined && names.has(declaredName(slot)));
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
    return { ...held, stray: sortedById([...left.values()].map((record) => structuredClone(record))) };
  }

  #expected(): Props {
    const items = [...this.#model.items].map(([slot, item]) => [
      slot,
      normal(slots[slot], toWireFields(item)),
    ]);
    return { ...Object.fromEntries(items), stray: sortedById(this.#foreign) };
  }
}

function sortedById(records: readonly object[]): object[] {
  return records.toSorted((one, another) => (JSON.stringify(one) < JSON.stringify(another) ? -1 : 1));
}

function clear(service: Service): void {
  for (const records of collectionsOf(service)) records.clear();
  service.tenant.redeliveries.length = 0;
  service.faults.clear();
  service.requests.reset();
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
