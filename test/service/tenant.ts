import { newDomainId, newEventId, newEventStreamId, newProof, newRoleId, newTemplateId } from "./ids.ts";
import type { CustomDomain, Identity, NewDomain, Redelivery, Role, Template } from "./records.ts";

/** What a state file holds. */
export interface Snapshot {
  domains: CustomDomain[];
  templates: Template[];
  roles: Role[];
  events: string[];
  redeliveries: Redelivery[];
  identity?: Identity;
}

/** The records of one account in memory; whoever changes one calls `save`. */
export class Tenant {
  readonly domains = new Map<string, CustomDomain>();
  readonly templates = new Map<string, Template>();
  readonly roles = new Map<string, Role>();
  readonly redeliveries: Redelivery[] = [];
  identity: Identity | undefined;
  readonly #events = new Set<string>();
  readonly #keep: (snapshot: Snapshot) => void;

  constructor(snapshot?: Snapshot, keep: (snapshot: Snapshot) => void = () => {}) {
    this.#keep = keep;
    for (const domain of snapshot?.domains ?? []) this.domains.set(domain.custom_domain_id, domain);
    for (const template of snapshot?.templates ?? []) this.templates.set(template.id, template);
    for (const role of snapshot?.roles ?? []) this.roles.set(role.id, role);
    for (const event of snapshot?.events ?? []) this.#events.add(event);
    this.redeliveries.push(...(snapshot?.redeliveries ?? []));
    this.identity = snapshot?.identity;
  }

  /** Writes the state file, when there is one. */
  save(): void {
    this.#keep({
      domains: [...this.domains.values()],
      templates: [...this.templates.values()],
      roles: [...this.roles.values()],
      events: [...this.#events],
      redeliveries: this.redeliveries,
      identity: this.identity,
    });
  }

  /** Adds a domain that awaits verification, with the record that will prove it. */
  addDomain(request: NewDomain): CustomDomain {
    const id = newDomainId();
    const domain: CustomDomain = {
      custom_domain_id: id,
      primary: false,
      is_default: false,
      tls_policy: "recommended",
      ...request,
      status: "pending_verification",
      verification: { methods: [proofOf(id, request)], status: "pending" },
    };
    this.domains.set(id, domain);
    this.save();
    return domain;
  }

  addRole(role: { name: string; description?: string }): Role {
    const added: Role = { id: newRoleId(), ...role };
    this.roles.set(added.id, added);
    this.save();
    return added;
  }

  /** Adds a complete template; what is not given has a plausible value. */
  addTemplate(fields: Partial<Omit<Template, "created_at" | "updated_at">> = {}): Template {
    const now = new Date().toISOString();
    const template: Template = {
      id: newTemplateId(),
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

  /** Adds a failed event that can be redelivered, by default on a stream of its own. */
  addEvent(
    eventStreamId = newEventStreamId(),
    eventId = newEventId(),
  ): { eventStreamId: string; eventId: string } {
    this.#events.add(`${eventStreamId}/${eventId}`);
    this.save();
    return { eventStreamId, eventId };
  }

  /** Every failed event, in the order of arrival. */
  get events(): { eventStreamId: string; eventId: string }[] {
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

  /** The domain of that name, whatever its case. */
  domainNamed(name: string): CustomDomain | undefined {
    return [...this.domains.values()].find(({ domain }) => domain.toLowerCase() === name.toLowerCase());
  }
}

function proofOf(id: string, { domain, type }: NewDomain): CustomDomain["verification"]["methods"][number] {
  if (type === "service_managed_certs") {
    return { name: "cname", record: `${id.replace("_", "-").toLowerCase()}.edge.idm.example` };
  }
  return { name: "txt", record: `idm-verification=${newProof()}`, domain: `_idm-challenge.${domain}` };
}
