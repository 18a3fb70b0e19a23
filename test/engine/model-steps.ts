import fc from "fast-check";
import type { FaultAfter, FaultBefore } from "../service/faults.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { Service } from "../service/service.ts";
import { bearable, lostAnswers } from "./fault-kinds.ts";
import { programOf } from "./harness-program.ts";

/** What a program declares. A program leaves out undefined entries. */
export interface DeclaredItems {
  roles: ({ name: string; description?: string } | undefined)[];
  domains: ({ customClientIpHeader?: string | null; domainMetadata?: Record<string, string> } | undefined)[];
  template: { name: string; portrait: boolean } | undefined;
  /** The trigger of a redelivery. */
  run: string | undefined;
}

/** A change made at the service outside of the program: deletes or alters the item at this index, if there is one. */
export interface OutsideChange {
  collection: "roles" | "domains" | "templates";
  index: number;
  deleted: boolean;
}

/** How a run ends early: killed with its provider process, its provider process alone killed, or Ctrl-C. */
export interface EarlyEnd {
  how: "kill" | "kill provider" | "Ctrl-C";
  /** The request at which it happens, and whether the service acts on it. */
  method: string;
  after: number;
  acted: boolean;
}

/** One step of the model: the next program, and what goes wrong around it. */
export interface ModelStep {
  declared: DeclaredItems;
  /** The base address changes, and the items with it. */
  moves: boolean;
  /** One refresh has the address of another tenant. */
  visitsWrongTenant: boolean;
  /** Somebody else adds an item. */
  foreign: "role" | "template" | "domain" | undefined;
  /** Responses leave out optional fields. */
  sparse: NonNullable<ServiceOptions["sparse"]>;
  earlyEnd: EarlyEnd | undefined;
  drifts: OutsideChange[];
  /** Each fault meets a request of the method, after so many others. */
  faults: { kind: FaultBefore | FaultAfter; method: string; after: number }[];
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const sparse = { noNullPrototype: true };

const role = (slot: number): fc.Arbitrary<NonNullable<DeclaredItems["roles"][number]>> =>
  fc.record(
    {
      name: fc.constantFrom<string>(`role ${slot}`, `role ${slot} renamed`, `role/${slot} é`),
      description: fc.constantFrom<string>("reads", "writes"),
    },
    // Without a description, the role of somebody else has all that a program declares.
    { ...sparse, requiredKeys: ["name", "description"] },
  );

const domain: fc.Arbitrary<NonNullable<DeclaredItems["domains"][number]>> = fc.record(
  {
    customClientIpHeader: fc.constantFrom<string | null>("cf-connecting-ip", "x-forwarded-for", null),
    domainMetadata: fc.constantFrom<Record<string, string>>({ a: "1" }, { a: "2", b: "" }),
  },
  { ...sparse, requiredKeys: [] },
);

const declared: fc.Arbitrary<DeclaredItems> = fc.record(
  {
    roles: fc.tuple(maybe(role(0)), maybe(role(1)), maybe(role(2)), maybe(role(3))),
    domains: fc.tuple(maybe(domain), maybe(domain)),
    template: maybe(fc.record({ name: fc.constantFrom("a", "b"), portrait: fc.boolean() }, sparse)),
    run: maybe(fc.constantFrom("1", "2")),
  },
  sparse,
);

const outsideChange = fc.record(
  {
    collection: fc.constantFrom("roles" as const, "domains" as const, "templates" as const),
    index: fc.nat(3),
    deleted: fc.boolean(),
  },
  sparse,
);

const fault = fc.record(
  {
    kind: fc.constantFrom(...lostAnswers(), ...bearable()),
    method: fc.constantFrom("POST", "POST", "GET", "PATCH", "DELETE"),
    after: fc.nat(2),
  },
  sparse,
);

const earlyEnd: fc.Arbitrary<EarlyEnd> = fc.record(
  {
    how: fc.constantFrom("kill" as const, "kill provider" as const, "Ctrl-C" as const),
    method: fc.constantFrom("POST", "POST", "PATCH", "DELETE"),
    after: fc.nat(3),
    acted: fc.boolean(),
  },
  sparse,
);

export const modelStep: fc.Arbitrary<ModelStep> = fc.record(
  {
    declared,
    moves: fc.boolean(),
    visitsWrongTenant: fc.boolean(),
    foreign: fc.option(fc.constantFrom("role", "template", "domain"), { nil: undefined, freq: 1 }),
    sparse: fc.subarray(["writes", "reads"]),
    earlyEnd: fc.option(earlyEnd, { nil: undefined, freq: 1 }),
    drifts: fc.array(outsideChange, { maxLength: 2 }),
    faults: fc.array(fault, { maxLength: 4 }),
  },
  sparse,
);

const domainName = (slot: number) => `d${slot}.example.com`;

/** The program that declares the items. */
export function programFor({ roles, domains, template, run }: DeclaredItems, event: object): string {
  const entries: [string, readonly [string, Record<string, unknown>]][] = [];
  for (const [slot, inputs] of roles.entries()) if (inputs) entries.push([`role${slot}`, ["Role", inputs]]);
  for (const [slot, inputs] of domains.entries())
    if (inputs)
      entries.push([
        `domain${slot}`,
        ["CustomDomain", { domain: domainName(slot), type: "self_managed_certs", ...inputs }],
      ]);
  if (template) entries.push(["template", ["VcTemplate", templateInputs(template)]]);
  if (run) entries.push(["redelivery", ["EventRedelivery", { ...event, triggers: { run } }]]);
  return programOf(Object.fromEntries(entries));
}

function templateInputs({ name, portrait }: { name: string; portrait: boolean }): Record<string, unknown> {
  const presentation = { mdl: { ns: { portrait, given_name: true } } };
  return { name, type: "mdl", dialect: "simplified/1.0", presentation, wellKnownTrustedIssuers: "aamva" };
}

/** Requests for items. */
const items = /\/(roles|custom-domains|templates)(\/|$)/;

/** Adds the fault at whose request `onMet` ends the run. */
export function endAt({ faults }: Service, { method, after, acted }: EarlyEnd, onMet: () => void): void {
  faults.add({ kind: acted ? "no-answer-after" : "no-answer", method, after, path: items, onMet });
}

/** Makes the outside changes and adds the faults of a step. */
export function disturb(
  { tenant, faults }: Service,
  { drifts, faults: kinds }: ModelStep,
  foreign: readonly object[],
): void {
  for (const { collection, index, deleted } of drifts) {
    const own = [...tenant[collection]].filter(([, item]) => !foreign.includes(item));
    const [id, item] = own[index] ?? [];
    if (id === undefined || item === undefined) continue;
    if (deleted) tenant[collection].delete(id);
    else if ("verification" in item) item.custom_client_ip_header = "true-client-ip";
    else item.name = `drifted ${id}`;
  }
  for (const { kind, ...fault } of kinds) faults.add({ ...kind, ...fault, path: items });
}

/** What the service has to hold, in the form of `shown`. */
export function expected({ roles, domains, template }: DeclaredItems): object[] {
  return [
    ...roles.filter((inputs) => inputs !== undefined),
    ...domains.flatMap((inputs, slot) => (inputs ? [{ domain: domainName(slot), ...onWire(inputs) }] : [])),
    ...(template ? [{ name: template.name, presentation: templateInputs(template).presentation }] : []),
  ];
}

function onWire({
  customClientIpHeader,
  domainMetadata,
}: NonNullable<DeclaredItems["domains"][number]>): object {
  return {
    ...(customClientIpHeader !== undefined && { custom_client_ip_header: customClientIpHeader }),
    ...(domainMetadata !== undefined && { domain_metadata: domainMetadata }),
  };
}

/**
 * The items of the service that are not `foreign`: roles and domains in the order of the program, missing properties
 * with their default.
 */
export function shown({ tenant }: Service, foreign: readonly object[]): object[] {
  const own = <T extends object>(items: Map<string, T>) =>
    [...items.values()].filter((item) => !foreign.includes(item));
  const slot = (name: string) => /\d/.exec(name)?.[0] ?? "";
  const roles = own(tenant.roles).map((role) => ({ description: "", ...role }));
  const domains = own(tenant.domains).map((domain) => ({
    custom_client_ip_header: null,
    ...domain,
  }));
  return [
    ...roles.sort((left, right) => slot(left.name).localeCompare(slot(right.name))),
    ...domains.sort((left, right) => left.domain.localeCompare(right.domain)),
    ...own(tenant.templates),
  ];
}
