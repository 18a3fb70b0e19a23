import fc from "fast-check";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { Fault, FaultAfter, FaultBefore } from "../service/faults.ts";

/** The resources that a program may have, by name, with their types. */
export const slots = {
  roleOne: "Role",
  roleTwo: "Role",
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
  readonly slot: "roleOne" | "roleTwo" | "domain" | "made" | "taken" | "webhook";
  readonly how: "delete" | "change";
}

/** One step of a run: drift, an optional refresh and an `up` under `fault`, then a refresh and an `up` without. */
export interface Step {
  readonly declared: Declaration;
  readonly drifts: readonly Drift[];
  readonly refreshes: boolean;
  readonly fault: Fault | undefined;
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
  .record({ roleOne: role, roleTwo: role, domain, made, taken, webhook, redelivery }, { requiredKeys: [] })
  .filter(distinctRoles);

const drift: fc.Arbitrary<Drift> = fc.record({
  slot: fc.constantFrom("roleOne", "roleTwo", "domain", "made", "taken", "webhook"),
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

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    declared: declaration,
    drifts: fc.array(drift, { maxLength: 2 }),
    refreshes: fc.boolean(),
    fault: fc.option(fault, { nil: undefined, freq: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);
