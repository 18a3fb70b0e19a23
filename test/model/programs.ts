import fc from "fast-check";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { Fault, FaultAfter, FaultBefore } from "../service/faults.ts";
import type { ServiceOptions } from "../service/options.ts";
import type { Interrupt } from "./kill.ts";

/** The resources that a program may have, by name, with their types. */
export const slots = {
  roleOne: "Role",
  roleTwo: "Role",
  // With these, a refresh reads roles from the list.
  roleThree: "Role",
  roleFour: "Role",
  roleFive: "Role",
  domain: "CustomDomain",
  made: "VcTemplate",
  taken: "VcTemplate",
  webhook: "Webhook",
  redelivery: "EventRedelivery",
} as const;

export type Slot = keyof typeof slots;

/** Inputs by slot. The program does not declare a slot that is missing. */
export type Declaration = Readonly<Partial<Record<Slot, Props>>>;

/** A change at the service that the provider does not make. */
export interface Drift {
  readonly slot: Exclude<Slot, "redelivery">;
  readonly how: "delete" | "change";
}

/** Collections to which somebody else adds an item. */
export const foreignKinds = ["role", "template", "webhook", "domain"] as const;
export type ForeignKind = (typeof foreignKinds)[number];

/** How the service answers from this step on. */
export type Manner = Pick<ServiceOptions, "sparse" | "ownTypes">;

/** What happens before the `up` of a step. */
export interface Surroundings {
  /** The base address changes, and the items with it. */
  readonly moves: boolean;
  /** One run has the base address of another tenant. */
  readonly wrongTenant: "refresh" | "destroy" | undefined;
  readonly foreign: ForeignKind | undefined;
  readonly manner: Manner;
}

/**
 * One step of a run: its surroundings, drift, an optional refresh and an `up` under `fault` or until the process is
 * killed, then a refresh and an `up` without.
 */
export interface Step extends Surroundings {
  readonly declared: Declaration;
  readonly drifts: readonly Drift[];
  readonly refreshes: boolean;
  readonly fault: Fault | undefined;
  /** Instead of a fault. */
  readonly interrupt: Interrupt | undefined;
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Without keys whose value is `undefined`: those are not declared. */
function record(model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Props> {
  return fc
    .record(model)
    .map((props) => Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)));
}

const role = record({
  name: fc.constantFrom("admin", "reader"),
  description: optional(fc.constantFrom("", "one", "two")),
});

const roleNamed = (name: string) =>
  record({ name: fc.constant(name), description: optional(fc.constantFrom("", "one", "two")) });

/** A name may move from one role to the other. Two roles of one name are an error when both answers are lost. */
const distinctRoles = ({ roleOne, roleTwo }: Declaration) => !roleOne || roleOne.name !== roleTwo?.name;

const domainInputs = {
  domain: fc.constantFrom("login.example.com", "id.example.com"),
  domainMetadata: optional(fc.constantFrom({}, { team: "a" }, { team: "b", none: null })),
};

const domain = fc.oneof(
  record({
    ...domainInputs,
    type: fc.constant("self_managed_certs"),
    customClientIpHeader: optional(fc.constantFrom("cf-connecting-ip", "true-client-ip", "", null)),
  }),
  record({ ...domainInputs, type: fc.constant("service_managed_certs") }),
);

const presentation = fc.constantFrom(
  { mdl: { ns: { portrait: true } } },
  { mdl: { ns: { portrait: true, nationality: true } } },
);

const made = record({
  name: fc.constantFrom("made one", "made two"),
  type: fc.constant("mdl"),
  dialect: fc.constant("simplified/1.0"),
  presentation,
  wellKnownTrustedIssuers: fc.constant("aamva"),
});

const taken = record({
  name: optional(fc.constantFrom("taken one", "taken two")),
  presentation: optional(presentation),
});

/** Nested objects, secrets and write-only values; a changed kind replaces it. */
const webhook = record({
  name: fc.constant("audit"),
  kind: fc.constantFrom("http", "queue"),
  status: optional(fc.constantFrom("active", "paused")),
  target: fc.record({
    endpoint: fc.constantFrom("https://one.example.com", "https://two.example.com"),
    authToken: fc.constantFrom("token one", "token two"),
  }),
  headers: optional(fc.constantFrom({}, { "X-Key": "secret" })),
  passPhrase: optional(fc.constantFrom("phrase one", "phrase two")),
});

const redelivery = record({ triggers: optional(fc.record({ run: fc.constantFrom("1", "2") })) });

const declaration: fc.Arbitrary<Declaration> = fc
  .record(
    {
      roleOne: role,
      roleTwo: role,
      roleThree: roleNamed("third"),
      roleFour: roleNamed("fourth"),
      roleFive: roleNamed("fifth"),
      domain,
      made,
      taken,
      webhook,
      redelivery,
    },
    { requiredKeys: ["roleThree", "roleFour", "roleFive"] },
  )
  .filter(distinctRoles);

const drift: fc.Arbitrary<Drift> = fc.record({
  slot: fc.constantFrom(
    "roleOne",
    "roleTwo",
    "roleThree",
    "roleFour",
    "roleFive",
    "domain",
    "made",
    "taken",
    "webhook",
  ),
  how: fc.constantFrom("delete", "change"),
});

const effects: readonly (FaultBefore | FaultAfter)[] = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "status", status: 503 },
  { kind: "status", status: 403 },
  { kind: "status", status: 404, headers: { "content-type": "text/html" }, body: "<html>404</html>" },
  { kind: "status", status: 404, body: { message: "no Route matched with those values" } },
  { kind: "status-after", status: 500 },
  { kind: "expired-token" },
  { kind: "html" },
  { kind: "cut-json" },
  { kind: "empty-body" },
  { kind: "wrong-content-type" },
  { kind: "unknown-fields" },
  { kind: "missing-fields" },
  { kind: "deep-json" },
];

const fault: fc.Arbitrary<Fault> = fc
  .record({
    effect: fc.constantFrom(...effects),
    method: optional(fc.constantFrom("POST", "PATCH", "DELETE", "GET")),
    after: fc.nat(3),
    times: fc.integer({ min: 1, max: 2 }),
  })
  .map(({ effect, method, after, times }) => ({ ...effect, after, times, ...(method && { method }) }));

const interrupt: fc.Arbitrary<Interrupt> = fc.record({
  method: fc.constantFrom("POST", "POST", "PATCH", "DELETE", undefined),
  after: fc.nat(4),
  acted: fc.boolean(),
});

const sparseKinds = fc.subarray(["lists", "writes", "reads"] as const);

const surroundings = {
  moves: fc.boolean(),
  wrongTenant: fc.option(fc.constantFrom("refresh", "destroy"), { nil: undefined, freq: 2 }),
  foreign: fc.option(fc.constantFrom(...foreignKinds), { nil: undefined, freq: 2 }),
  manner: fc.record({
    sparse: sparseKinds,
    ownTypes: fc.boolean(),
  }),
};

/** A killed process, a fault, or neither. */
const trouble = fc.oneof(
  fc.record({ fault: fault, interrupt: fc.constant(undefined) }),
  fc.record({ fault: fc.constant(undefined), interrupt }),
  fc.constant({ fault: undefined, interrupt: undefined }),
);

const step: fc.Arbitrary<Step> = fc
  .record({
    ...surroundings,
    declared: declaration,
    drifts: fc.array(drift, { maxLength: 2 }),
    refreshes: fc.boolean(),
    trouble,
  })
  .map(({ trouble, ...rest }) => ({ ...rest, ...trouble }));

export const steps: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 4 }).map(tellApart);

/**
 * A role of somebody else that has all that a program declares cannot be told from one whose answer was lost. So a
 * program beside a foreign role declares descriptions, and a service with foreign items shows all of them in lists.
 */
function tellApart(run: readonly Step[]): Step[] {
  if (!run.some(({ foreign }) => foreign)) return [...run];
  return run.map(({ declared, manner, ...rest }) => ({
    ...rest,
    declared: withDescriptions(declared),
    manner: { ...manner, sparse: manner.sparse?.filter((kind) => kind !== "lists") ?? [] },
  }));
}

function withDescriptions(declared: Declaration): Declaration {
  const described = (["roleOne", "roleTwo"] as const).flatMap((slot) =>
    declared[slot] ? [[slot, { ...declared[slot], description: declared[slot].description || "mine" }]] : [],
  );
  return { ...declared, ...Object.fromEntries(described) };
}
