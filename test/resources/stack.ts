import { isDeepStrictEqual } from "node:util";
import type { Failure, Props } from "../../provider/lifecycle/handlers.ts";
import { crossing } from "./crossing.ts";
import type { Provider, TypeName } from "./handlers.ts";

/** One resource of a program. */
export interface Declared {
  readonly type: TypeName;
  readonly inputs: Props;
}

/** Resources by their names in the program. */
export type Program = Readonly<Record<string, Declared>>;

/** What the state knows of a resource. */
export interface Entry {
  readonly type: TypeName;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
  /** Its create has failed after something came to exist: the next `up` updates it whatever the diff says. */
  readonly unfinished: boolean;
}

/** The state of a stack at one moment, with the replaced resources that are still to be deleted. */
export interface StackSnapshot {
  readonly state: ReadonlyMap<string, Entry>;
  readonly condemned: readonly Entry[];
}

export type Step = "create" | "update" | "replace" | "delete" | "same" | "gone" | "read";

/** What became of a run: the steps that were done, and the errors of those that were not, by name. */
export interface Report {
  readonly steps: Readonly<Record<string, Step>>;
  readonly errors: Readonly<Record<string, Error>>;
}

/** Input that did not pass the check. */
export class CheckError extends Error {
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super(failures.map(({ property, reason }) => `${property} ${reason}`).join("\n"));
    this.failures = failures;
  }
}

/** What the engine adds to inputs and state of every dynamic resource. */
const internals = { __provider: "shell" };

/** What the SDK adds to the inputs. */
const sdkInternals = (stack: string, type: string, name: string) => ({
  ...internals,
  __resource: `organization/urn:pulumi:${stack}::project::pulumi-nodejs:dynamic/idm:${type}::${name}`,
});

/**
 * Drives the handlers as the engine does, with a state that lives as long as the stack: resources at the same time,
 * deletes
 * last and only when nothing failed, incomplete creates kept, deletes that failed tried again.
 */
export class Stack {
  readonly state = new Map<string, Entry>();
  /** Replaced by another provider process, the state lives on. */
  provider: Provider;
  readonly #name: string;
  #condemned: Entry[] = [];

  constructor(provider: Provider, name = "test") {
    this.provider = provider;
    this.#name = name;
  }

  /** What the engine has stored by now. */
  snapshot(): StackSnapshot {
    return { state: new Map(this.state), condemned: [...this.#condemned] };
  }

  /** Goes back to what the engine had stored: after a kill, whatever was done since is in no state. */
  restore({ state, condemned }: StackSnapshot): void {
    this.state.clear();
    for (const [name, entry] of state) this.state.set(name, entry);
    this.#condemned = [...condemned];
  }

  async up(program: Program): Promise<Report> {
    this.provider.nextRun();
    const report = await this.#each(Object.entries(program), ([name, declared]) => this.#put(name, declared));
    if (Object.keys(report.errors).length > 0) return report;
    const gone = [...this.state.keys()].filter((name) => !Object.hasOwn(program, name));
    return merged(report, await this.#deleteAll(gone));
  }

  async refresh(): Promise<Report> {
    this.provider.nextRun();
    return this.#each([...this.state], async ([name, { type, id, outputs, ...entry }]) => {
      const answer = await this.provider.handlersOf(type).read(id, crossing(outputs));
      if (answer.id === undefined) {
        this.state.delete(name);
        return "gone";
      }
      const read = crossing({ props: answer.props ?? {}, inputs: answer.inputs ?? entry.inputs }) as {
        props: Props;
        inputs: Props;
      };
      this.state.set(name, {
        type,
        id: answer.id,
        inputs: read.inputs,
        outputs: { ...read.props, ...internals },
        unfinished: false,
      });
      return "read";
    });
  }

  async destroy(): Promise<Report> {
    this.provider.nextRun();
    return this.#deleteAll([...this.state.keys()]);
  }

  /** The outputs of a resource; throws when the state does not have it. */
  outputs(name: string): Props {
    const entry = this.state.get(name);
    if (!entry) throw new Error(`the state has no ${name}`);
    return entry.outputs;
  }

  async #put(name: string, { type, inputs }: Declared): Promise<Step> {
    const old = this.state.get(name);
    const handlers = this.provider.handlersOf(type);
    const added = sdkInternals(this.#name, type, name);
    const checked = await handlers.check(old?.inputs ?? {}, crossing({ ...inputs, ...added }));
    if (checked.failures.length > 0) throw new CheckError(checked.failures);
    const news = crossing({ ...checked.inputs, ...added });
    if (!old) return this.#create(name, type, news);
    const diff = await handlers.diff(old.id, crossing(old.outputs), news);
    if (diff.replaces.length > 0) return this.#replace(name, type, news, old, diff.deleteBeforeReplace);
    const hasChanges = diff.changes ?? !isDeepStrictEqual(visible(old.inputs), visible(news));
    if (!hasChanges && !old.unfinished) return "same";
    const { outs } = await handlers.update(old.id, crossing(old.outputs), news);
    this.#keep(name, { type, id: old.id, inputs: news, outputs: outs, unfinished: false });
    return "update";
  }

  /** `replaced` is deleted at the end of a run, as soon as the new resource is in the state. */
  async #create(name: string, type: TypeName, inputs: Props, replaced: Entry[] = []): Promise<Step> {
    try {
      const { id, outs } = await this.provider.handlersOf(type).create(inputs);
      this.#keep(name, { type, id, inputs, outputs: outs, unfinished: false });
      this.#condemned.push(...replaced);
      return "create";
    } catch (error) {
      const { id, properties, reasons } = error as { id?: unknown; properties?: Props; reasons?: unknown };
      if (typeof id === "string" && properties && Array.isArray(reasons)) {
        this.#keep(name, { type, id, inputs, outputs: properties, unfinished: true });
        this.#condemned.push(...replaced);
      }
      throw error;
    }
  }

  async #replace(name: string, type: TypeName, news: Props, old: Entry, deleteFirst: boolean): Promise<Step> {
    if (deleteFirst) {
      await this.provider.handlersOf(old.type).delete(old.id, crossing(old.outputs));
      this.state.delete(name);
      await this.#create(name, type, news);
    } else {
      await this.#create(name, type, news, [old]);
    }
    return "replace";
  }

  async #deleteAll(names: readonly string[]): Promise<Report> {
    const condemned = this.#condemned.map((entry, index) => [`old ${index}`, entry] as const);
    const left = names.flatMap((name) => {
      const entry = this.state.get(name);
      return entry ? [[name, entry] as const] : [];
    });
    return this.#each([...condemned, ...left], async ([name, entry]) => {
      const { type, id, outputs } = entry;
      await this.provider.handlersOf(type).delete(id, crossing(outputs));
      if (this.state.get(name) === entry) this.state.delete(name);
      else this.#condemned = this.#condemned.filter((other) => other !== entry);
      return "delete";
    });
  }

  #keep(name: string, entry: Entry): void {
    if (entry.id === "") throw new TypeError(`${name} has no id`);
    this.state.set(name, { ...entry, outputs: crossing({ ...entry.outputs, ...internals }) });
  }

  async #each<T extends readonly [string, unknown]>(
    items: readonly T[],
    work: (item: T) => Promise<Step>,
  ): Promise<Report> {
    const results = await Promise.allSettled(items.map(work));
    const steps: Record<string, Step> = {};
    const errors: Record<string, Error> = {};
    results.forEach((result, index) => {
      const name = items[index]?.[0] ?? "";
      if (result.status === "fulfilled") steps[name] = result.value;
      else errors[name] = result.reason as Error;
    });
    return { steps, errors };
  }
}

/** What the engine compares when a diff does not say whether there are changes: null is the same as absent. */
function visible(inputs: Props): unknown {
  const entries = Object.entries(inputs).filter(([key]) => !key.startsWith("__"));
  return JSON.parse(JSON.stringify(Object.fromEntries(entries), (_, value) => value ?? undefined));
}

function merged(left: Report, right: Report): Report {
  return { steps: { ...left.steps, ...right.steps }, errors: { ...left.errors, ...right.errors } };
}
