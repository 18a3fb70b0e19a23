import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { TypeName } from "../resources/handlers.ts";
import type { Program, Report, Stack } from "../resources/stack.ts";
import type { Tenant } from "../service/tenant.ts";

/** One operation of one resource, with a request that faults are aimed at. */
export interface Operation {
  readonly type: TypeName;
  /** The request that meets the fault. */
  readonly target: { readonly method: string; readonly path: RegExp };
  /** How messages name the resource. */
  readonly subject: string;
  /** What the service holds and the state knows beforehand. */
  prepare(stack: Stack, tenant: Tenant): Promise<void>;
  run(stack: Stack, program: Program): Promise<Report>;
  /** Removes the item behind the provider's back; absent where the operation makes one. */
  vanish?(tenant: Tenant): void;
  /** What is declared in the end. */
  program(tenant: Tenant): Program;
  /** What the tenant holds of the type. */
  records(tenant: Tenant): object[];
  /** What each of the records shows, when all is as declared. */
  readonly shown: readonly Props[];
}

/** A resource with two versions of its inputs, and how the tenant shows the second. */
interface Subject {
  readonly type: TypeName;
  readonly subject: string;
  readonly collection: string;
  readonly first: Props;
  readonly second: Props;
  readonly shown: Props;
  records(tenant: Tenant): Map<string, object>;
}

const presentation = { mdl: { ns: { portrait: true } } };

export const role: Subject = {
  type: "Role",
  subject: 'Role "admin"',
  collection: "/roles",
  first: { name: "admin", description: "old" },
  second: { name: "admin", description: "new" },
  shown: { name: "admin", description: "new" },
  records: ({ roles }) => roles,
};

export const domain: Subject = {
  type: "CustomDomain",
  subject: 'CustomDomain "login.example.com"',
  collection: "/custom-domains",
  first: {
    domain: "login.example.com",
    type: "self_managed_certs",
    customClientIpHeader: "true-client-ip",
  },
  second: {
    domain: "login.example.com",
    type: "self_managed_certs",
    customClientIpHeader: "cf-connecting-ip",
  },
  shown: { domain: "login.example.com", custom_client_ip_header: "cf-connecting-ip" },
  records: ({ domains }) => domains,
};

const made = { type: "mdl", dialect: "simplified/1.0", presentation, wellKnownTrustedIssuers: "aamva" };

export const template: Subject = {
  type: "VcTemplate",
  subject: "VcTemplate ",
  collection: "/verifiable-credentials/verification/templates",
  first: { ...made, name: "old" },
  second: { ...made, name: "new" },
  shown: { name: "new", presentation },
  records: ({ templates }) => templates,
};

const exactly = (path: string): RegExp => new RegExp(`^/api/v2${path}$`);
const item = ({ collection }: Subject): RegExp => exactly(`${collection}/[^/]+`);
const one = (of: Subject, inputs: Props): Program => ({ it: { type: of.type, inputs } });

function operationOn(of: Subject, more: Partial<Operation> & Pick<Operation, "target">): Operation {
  return {
    type: of.type,
    subject: of.subject,
    prepare: async () => {},
    run: (stack, program) => stack.up(program),
    program: () => one(of, of.second),
    records: (tenant) => [...of.records(tenant).values()],
    shown: [of.shown],
    ...more,
  };
}

const exists = (of: Subject, inputs: Props) => async (stack: Stack) => {
  const { errors } = await stack.up(one(of, inputs));
  if (errors.it) throw errors.it;
};

export const create = (of: Subject): Operation =>
  operationOn(of, { target: { method: "POST", path: exactly(of.collection) } });

export const read = (of: Subject): Operation =>
  operationOn(of, {
    target: { method: "GET", path: item(of) },
    prepare: exists(of, of.second),
    vanish: (tenant) => of.records(tenant).clear(),
    run: (stack) => stack.refresh(),
  });

export const update = (of: Subject): Operation =>
  operationOn(of, {
    target: { method: "PATCH", path: item(of) },
    prepare: exists(of, of.first),
    vanish: (tenant) => of.records(tenant).clear(),
  });

export const remove = (of: Subject): Operation =>
  operationOn(of, {
    target: { method: "DELETE", path: item(of) },
    prepare: exists(of, of.second),
    vanish: (tenant) => of.records(tenant).clear(),
    program: () => ({}),
    shown: [],
  });

/** The look-up before a take-over of what somebody else has made. */
export const adopt = (of: Subject, wire: Props): Operation =>
  operationOn(of, {
    target: { method: "GET", path: exactly(of.collection) },
    prepare: async (_stack, tenant) => {
      if (of === role) tenant.addRole(wire as { name: string });
      else tenant.addDomain(wire as { domain: string; type: "self_managed_certs" });
    },
    program: () => one(of, { ...of.second, adopt: true }),
  });

/** The documented PATCH of a template that exists. */
export const takeOver: Operation = operationOn(template, {
  target: { method: "PATCH", path: item(template) },
  prepare: async (_stack, tenant) => void tenant.addTemplate({ name: "old", presentation }),
  program: (tenant) => one(template, { templateId: [...tenant.templates.keys()][0], name: "new" }),
});

const event = { eventStreamId: "s".repeat(26), eventId: "e".repeat(26) };

export const redeliver: Operation = {
  type: "EventRedelivery",
  subject: "EventRedelivery ",
  target: { method: "POST", path: exactly("/event-streams/[^/]+/redeliver/[^/]+") },
  prepare: async (_stack, tenant) => void tenant.addEvent(event.eventStreamId, event.eventId),
  run: (stack, program) => stack.up(program),
  program: () => ({ it: { type: "EventRedelivery", inputs: event } }),
  records: ({ redeliveries }) => [...redeliveries],
  shown: [event],
};

/** The token request before a create. */
export const token: Operation = operationOn(role, {
  target: { method: "POST", path: /^\/oauth\/token\/?$/ },
});
