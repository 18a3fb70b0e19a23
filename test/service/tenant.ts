import { type CustomDomain, type NewDomain, pendingDomain } from "./custom-domain.ts";
import type { Identity } from "./identity.ts";
import { newId } from "./ids.ts";
import type { Role } from "./routes/roles.ts";
import type { Template } from "./routes/templates.ts";

/** One accepted redelivery, so one delivery. */
export interface Redelivery {
  eventStreamId: string;
  eventId: string;
  /** ISO 8601 date and time. */
  at: string;
}

/** A failed event and its stream. */
export type FailedEvent = { eventStreamId: string; eventId: string };

/** What a state file holds: the items of each collection as an array under the collection's key, and the rest. */
export interface Snapshot {
  /** `{eventStreamId}/{eventId}` */
  events?: string[];
  redeliveries?: Redelivery[];
  identity?: Identity;
  [collection: string]: unknown;
}

const reservedKeys = ["events", "redeliveries", "identity"];

/** The data of one account, in memory. Code that changes it calls `save` afterwards. */
export class Tenant {
  readonly redeliveries: Redelivery[];
  identity: Identity | undefined;
  readonly #events: Set<string>;
  readonly #collections = new Map<string, Map<string, object>>();
  readonly #loaded: Snapshot;
  readonly #store: (snapshot: Snapshot) => void;

  /** `store` is called with every new snapshot; default the tenant lives in memory only. */
  constructor(loaded: Snapshot = {}, store: (snapshot: Snapshot) => void = () => {}) {
    this.#loaded = loaded;
    this.#store = store;
    this.#events = new Set(loaded.events);
    this.redeliveries = loaded.redeliveries ?? [];
    this.identity = loaded.identity;
  }

  /**
   * The items of one collection by their ids. `key` names the collection here and in the state file.
   * `idField` is the field that holds the id; it counts on the first call of a key.
   */
  collection<Item extends object>(key: string, idField = "id"): Map<string, Item> {
    if (reservedKeys.includes(key)) throw new Error(`"${key}" cannot be the key of a collection`);
    const items = this.#collections.get(key) ?? byId(this.#loaded[key], idField);
    this.#collections.set(key, items);
    return items as Map<string, Item>;
  }

  get domains(): Map<string, CustomDomain> {
    return this.collection("domains", "custom_domain_id");
  }

  get templates(): Map<string, Template> {
    return this.collection("templates");
  }

  get roles(): Map<string, Role> {
    return this.collection("roles");
  }

  /** Writes the state file, if there is one. */
  save(): void {
    const collections = [...this.#collections].map(([key, items]) => [key, [...items.values()]]);
    this.#store({
      ...this.#loaded,
      ...Object.fromEntries(collections),
      events: [...this.#events],
      redeliveries: this.redeliveries,
      identity: this.identity,
    });
  }

  /** Adds a domain that waits for its verification. */
  addDomain(request: NewDomain): CustomDomain {
    const domain = pendingDomain(request);
    this.domains.set(domain.custom_domain_id, domain);
    this.save();
    return domain;
  }

  addRole(fields: Omit<Role, "id">): Role {
    const role: Role = { id: newId("rol_"), ...fields };
    this.roles.set(role.id, role);
    this.save();
    return role;
  }

  /** Adds a complete template: a field that is not given gets an example value. */
  addTemplate(fields: Partial<Omit<Template, "created_at" | "updated_at">> = {}): Template {
    const now = new Date().toISOString();
    const template: Template = {
      // 26 characters: the longest id that the interface allows.
      id: newId("vct_", 22),
      name: "driving licence",
      type: "mdl",
      dialect: "simplified/1.0",
      presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
      well_known_trusted_issuers: "aamva",
      ...fields,
      created_at: now,
      updated_at: now,
    };
    this.templates.set(template.id, template);
    this.save();
    return template;
  }

  /** Adds a failed event that can be redelivered; by default a new event of a new stream. */
  addEvent(eventStreamId = newId("est_", 22), eventId = newId("evt_", 22)): FailedEvent {
    this.#events.add(`${eventStreamId}/${eventId}`);
    this.save();
    return { eventStreamId, eventId };
  }

  /** Every failed event, oldest first. */
  get events(): FailedEvent[] {
    return [...this.#events].map((event) => {
      const [eventStreamId = "", eventId = ""] = event.split("/");
      return { eventStreamId, eventId };
    });
  }

  hasEvent(eventStreamId: string, eventId: string): boolean {
    return this.#events.has(`${eventStreamId}/${eventId}`);
  }

  addRedelivery(eventStreamId: string, eventId: string): void {
    this.redeliveries.push({ eventStreamId, eventId, at: new Date().toISOString() });
    this.save();
  }

  /** The domain of that name; upper and lower case are the same. */
  domainNamed(name: string): CustomDomain | undefined {
    return [...this.domains.values()].find(({ domain }) => domain.toLowerCase() === name.toLowerCase());
  }
}

/** `items` comes from a state file, where a collection that is new to it is missing. */
function byId(items: unknown, idField: string): Map<string, object> {
  const list = Array.isArray(items) ? (items as Record<string, unknown>[]) : [];
  return new Map(list.map((item) => [String(item[idField]), item]));
}
