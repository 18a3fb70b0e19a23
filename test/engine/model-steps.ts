import fc from "fast-check";
import type { FaultAfter, FaultBefore } from "../service/faults.ts";
import type { Service } from "../service/service.ts";
import { bearable, lostAnswers } from "./fault-kinds.ts";
import { programOf } from "./harness-program.ts";

/** What a program declares; absent slots are not declared. */
export interface Declared {
  roles: ({ name: string; description?: string } | undefined)[];
  domains: ({ customClientIpHeader?: string | null; domainMetadata?: Record<string, string> } | undefined)[];
  template: { name: string; portrait: boolean } | undefined;
  /** Triggers of a redelivery. */
  run: string | undefined;
}

/** What somebody does behind the program's back to the item at this place (modulo their number) of a collection. */
export interface Drift {
  collection: "roles" | "domains" | "templates";
  place: number;
  deleted: boolean;
}

export interface Step {
  declared: Declared;
  drifts: Drift[];
  faults: { kind: FaultBefore | FaultAfter; method: string; after: number }[];
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const sparse = { noNullPrototype: true };

const role = (slot: number): fc.Arbitrary<NonNullable<Declared["roles"][number]>> =>
  fc.record(
    {
      name: fc.constantFrom<string>(`role ${slot}`, `role ${slot} renamed`, `role/${slot} é`),
      description: fc.constantFrom<string>("", "reads", "writes"),
    },
    { ...sparse, requiredKeys: ["name"] },
  );

const domain: fc.Arbitrary<NonNullable<Declared["domains"][number]>> = fc.record(
  {
    customClientIpHeader: fc.constantFrom<string | null>("cf-connecting-ip", "x-forwarded-for", null),
    domainMetadata: fc.constantFrom<Record<string, string>>({ a: "1" }, { a: "2", b: "" }),
  },
  { ...sparse, requiredKeys: [] },
);

const declared: fc.Arbitrary<Declared> = fc.record(
  {
    roles: fc.tuple(maybe(role(0)), maybe(role(1)), maybe(role(2)), maybe(role(3))),
    domains: fc.tuple(maybe(domain), maybe(domain)),
    template: maybe(fc.record({ name: fc.constantFrom("a", "b"), portrait: fc.boolean() }, sparse)),
    run: maybe(fc.constantFrom("1", "2")),
  },
  sparse,
);

const drift = fc.record(
  {
    collection: fc.constantFrom("roles" as const, "domains" as const, "templates" as const),
    place: fc.nat(3),
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

export const step: fc.Arbitrary<Step> = fc.record(
  { declared, drifts: fc.array(drift, { maxLength: 2 }), faults: fc.array(fault, { maxLength: 4 }) },
  sparse,
);

const domainName = (slot: number) => `d${slot}.example.com`;

export function programFor({ roles, domains, template, run }: Declared, event: object): string {
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

export function disturb({ tenant, faults }: Service, { drifts, faults: kinds }: Step): void {
  for (const { collection, place, deleted } of drifts) {
    const [id, item] = [...tenant[collection]][place] ?? [];
    if (id === undefined || item === undefined) continue;
    if (deleted) tenant[collection].delete(id);
    else if ("verification" in item) item.custom_client_ip_header = "true-client-ip";
    else item.name = `drifted ${id}`;
  }
  for (const { kind, ...fault } of kinds)
    faults.add({ ...kind, ...fault, path: /\/(roles|custom-domains|templates)(\/|$)/ });
}

/** What the service has to show of what is declared, in the same form as {@link shown}. */
export function wanted({ roles, domains, template }: Declared): object[] {
  return [
    ...roles.filter((inputs) => inputs !== undefined),
    ...domains.flatMap((inputs, slot) => (inputs ? [{ domain: domainName(slot), ...onWire(inputs) }] : [])),
    ...(template ? [{ name: template.name, presentation: templateInputs(template).presentation }] : []),
  ];
}

function onWire({ customClientIpHeader, domainMetadata }: NonNullable<Declared["domains"][number]>): object {
  return {
    ...(customClientIpHeader !== undefined && { custom_client_ip_header: customClientIpHeader }),
    ...(domainMetadata !== undefined && { domain_metadata: domainMetadata }),
  };
}

/** Everything that the service holds, roles and domains in the order of their slots; what it never got has its default. */
export function shown({ tenant }: Service): object[] {
  const slot = (name: string) => /\d/.exec(name)?.[0] ?? "";
  const roles = [...tenant.roles.values()].map((role) => ({ description: "", ...role }));
  const domains = [...tenant.domains.values()].map((domain) => ({
    custom_client_ip_header: null,
    ...domain,
  }));
  return [
    ...roles.sort((left, right) => slot(left.name).localeCompare(slot(right.name))),
    ...domains.sort((left, right) => left.domain.localeCompare(right.domain)),
    ...tenant.templates.values(),
  ];
}
