import type { Props } from "../../provider/lifecycle/handlers.ts";
import type { TypeName } from "../resources/handlers.ts";
import type { Program, Report, Stack } from "../resources/stack.ts";
import { succeeded } from "../resources/stack-for-test.ts";
import type { Webhook } from "../service/routes/webhooks.ts";
import type { Tenant } from "../service/tenant.ts";
import { deadlineMs } from "./limits.ts";

/** What a stack does with one resource, such as creating a role, and which of its requests meets the fault. */
export interface Action {
  readonly type: TypeName;
  /** The request that meets the fault. `after`: so many of them are served as usual first; default 0. */
  readonly target: { readonly method: string; readonly path: RegExp; readonly after?: number };
  /** How messages name the resource. */
  readonly subject: string;
  /** What else an error may name instead of the request. */
  readonly toldBy?: RegExp;
  /** Brings service and state to where the action begins. */
  prepare(stack: Stack, tenant: Tenant): Promise<void>;
  run(stack: Stack, program: Program): Promise<Report>;
  /** Deletes the item at the service, not through the provider; absent where the action creates it. */
  vanish?(tenant: Tenant): void;
  /** The program of the action, and of the `up` after it. */
  program(tenant: Tenant): Program;
  /** All records of the type at the service. */
  records(tenant: Tenant): object[];
  /** Number of reads by id when the list can be used; absent where no list is read in their place. */
  readonly readsById?: number;
  /** What the records contain once the service holds what the program declares. */
  readonly shown: readonly Props[];
}

/** Begins every secret of a sample: no message may hold it. */
export const secretCanary = "canary";

/** A resource with two versions of its inputs, and what the service holds after the second. */
interface Sample {
  readonly type: TypeName;
  readonly subject: string;
  readonly collection: string;
  readonly first: Props;
  readonly second: Props;
  readonly shown: Props;
  records(tenant: Tenant): Map<string, object>;
}

const presentation = { mdl: { ns: { portrait: true } } };

export const roleSample: Sample = {
  type: "Role",
  subject: 'Role "admin"',
  collection: "/roles",
  first: { name: "admin", description: "old" },
  second: { name: "admin", description: "new" },
  shown: { name: "admin", description: "new" },
  records: ({ roles }) => roles,
};

export const domainSample: Sample = {
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

const templateInputs = {
  type: "mdl",
  dialect: "simplified/1.0",
  presentation,
  wellKnownTrustedIssuers: "aamva",
};

export const templateSample: Sample = {
  type: "VcTemplate",
  subject: "VcTemplate ",
  collection: "/verifiable-credentials/verification/templates",
  first: { ...templateInputs, name: "old" },
  second: { ...templateInputs, name: "new" },
  shown: { name: "new", presentation },
  records: ({ templates }) => templates,
};

/** The resource of the tests alone: what the service never answers is compared with what it holds. */
export const webhookSample: Sample = {
  type: "Webhook",
  subject: 'Webhook "audit"',
  collection: "/webhooks",
  first: webhookInputs({ status: "paused" }),
  second: webhookInputs({ headers: { "X-Key": `${secretCanary}-header` } }),
  shown: {
    name: "audit",
    status: "active",
    target: { auth_token: `${secretCanary}-token` },
    hdrs: { "X-Key": `${secretCanary}-header` },
    pass_phrase: `${secretCanary}-phrase`,
  },
  records: (tenant) => tenant.collection<Webhook>("webhooks"),
};

function webhookInputs(more: Props): Props {
  const target = { endpoint: "https://log.example.com", authToken: `${secretCanary}-token` };
  return { name: "audit", kind: "http", target, passPhrase: `${secretCanary}-phrase`, ...more };
}

export const samples = [roleSample, domainSample, templateSample, webhookSample];

/** A webhook that somebody else has created. */
export const foreignWebhook: Webhook = {
  id: "whk_1",
  name: "audit",
  kind: "http",
  status: "active",
  target: { endpoint: "https://old.example.com", auth_token: "old" },
  signing_secret: `${secretCanary}-signing`,
};

const exactly = (path: string): RegExp => new RegExp(`^/api/v2${path}$`);
const item = ({ collection }: Sample): RegExp => exactly(`${collection}/[^/]+`);
const one = (of: Sample, inputs: Props): Program => ({ it: { type: of.type, inputs } });

function actionOn(of: Sample, more: Partial<Action> & Pick<Action, "target">): Action {
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

const exists = (of: Sample, inputs: Props) => async (stack: Stack) => {
  const { errors } = await stack.up(one(of, inputs));
  if (errors.it) throw errors.it;
};

export const create = (of: Sample): Action =>
  actionOn(of, { target: { method: "POST", path: exactly(of.collection) } });

export const read = (of: Sample): Action =>
  actionOn(of, {
    target: { method: "GET", path: item(of) },
    prepare: exists(of, of.second),
    vanish: (tenant) => of.records(tenant).clear(),
    run: (stack) => stack.refresh(),
  });

/** A refresh of several items, whose list meets the fault. The last one is `it`: the first are read by id anyway. */
export const readFromList = (of: Sample): Action => {
  const key = of.second.domain === undefined ? "name" : "domain";
  const names = ["a.example.com", "b.example.com", "c.example.com"];
  const others = names.map((name) => [name, { type: of.type, inputs: { ...of.second, [key]: name } }]);
  const before: Program = Object.fromEntries(others);
  const program = { ...before, ...one(of, of.second) };
  const sorted = <T extends object>(records: Iterable<T>): T[] =>
    [...records].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  const keyOf = (record: object) => String((record as Props)[key]);
  return actionOn(of, {
    target: { method: "GET", path: exactly(of.collection) },
    readsById: 2,
    // Creates end in any order, and a refresh reads in the order of the state.
    prepare: async (stack) => {
      succeeded(await stack.up(before));
      succeeded(await stack.up(program));
    },
    run: (stack) => stack.refresh(),
    program: () => program,
    records: (tenant) => sorted(of.records(tenant).values()),
    shown: sorted([of.shown, ...names.map((name) => ({ ...of.shown, [key]: name }))]),
  });
};

export const update = (of: Sample): Action =>
  actionOn(of, {
    target: { method: "PATCH", path: item(of) },
    prepare: exists(of, of.first),
    vanish: (tenant) => of.records(tenant).clear(),
  });

export const remove = (of: Sample): Action =>
  actionOn(of, {
    target: { method: "DELETE", path: item(of) },
    prepare: exists(of, of.second),
    vanish: (tenant) => of.records(tenant).clear(),
    program: () => ({}),
    shown: [],
  });

/** The lookup that finds the existing item to adopt. */
export const adoptExisting = (of: Sample, add: (tenant: Tenant) => void): Action =>
  actionOn(of, {
    target: { method: "GET", path: exactly(of.collection) },
    prepare: async (_stack, tenant) => add(tenant),
    program: () => one(of, { ...of.second, adopt: true }),
  });

/** The documented PATCH of an existing template. */
export const adoptTemplate: Action = actionOn(templateSample, {
  target: { method: "PATCH", path: item(templateSample) },
  prepare: async (_stack, tenant) => void tenant.addTemplate({ name: "old", presentation }),
  program: (tenant) => one(templateSample, { templateId: [...tenant.templates.keys()][0], name: "new" }),
});

const event = { eventStreamId: "s".repeat(26), eventId: "e".repeat(26) };

export const redeliver: Action = {
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
export const token: Action = actionOn(roleSample, {
  target: { method: "POST", path: /^\/oauth\/token\/?$/ },
});

/** The domain of the waits. Its TXT record is in DNS from the start, so that the first request to verify succeeds. */
export const waitingDomain = {
  domain: "wait.example.com",
  recordName: "_idm-challenge.wait.example.com",
  value: "proof",
};

/** Id of the domain. Adds it unless it exists: where it has vanished, the user creates it again and corrects the id. */
function idToWaitFor(tenant: Tenant): string {
  const [existing] = tenant.domains.keys();
  if (existing !== undefined) return existing;
  const { domain, recordName, value } = waitingDomain;
  const { custom_domain_id, verification } = tenant.addDomain({ domain, type: "self_managed_certs" });
  verification.methods = [{ name: "txt", record: value, domain: recordName }];
  return custom_domain_id;
}

/** The wait for a domain. `target` says which of its requests meets the fault. */
const waitWith = (target: Action["target"]): Action => ({
  type: "CustomDomainVerification",
  subject: 'CustomDomainVerification "',
  // An unknown id is an input to correct.
  toldBy: /customDomainId/,
  target,
  prepare: async () => {},
  run: (stack, program) => stack.up(program),
  vanish: (tenant) => tenant.domains.clear(),
  program: (tenant) => ({
    it: {
      type: "CustomDomainVerification",
      inputs: {
        customDomainId: idToWaitFor(tenant),
        timeoutSeconds: deadlineMs / 1000,
        pollIntervalSeconds: 0.05,
      },
    },
  }),
  records: ({ domains }) => [...domains.values()],
  shown: [{ domain: waitingDomain.domain, status: "ready" }],
});

/** The read after the first request to verify: an error of the first read of all ends the wait. */
export const readWhileWaiting = waitWith({ method: "GET", path: exactly("/custom-domains/[^/]+"), after: 1 });

export const verify = waitWith({ method: "POST", path: exactly("/custom-domains/[^/]+/verify") });
