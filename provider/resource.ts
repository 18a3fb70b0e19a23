import type { z } from "zod";
import { checkInputs, type Rule, withoutInternals } from "./check.ts";
import type { Client } from "./client/client.ts";
import type { Operation } from "./client/operation.ts";
import { compare, type Field, type Fields } from "./compare.ts";
import { IdmError, PartialCreateError } from "./errors.ts";
import type { Handlers, Props } from "./handlers.ts";
import type { Journal } from "./journal.ts";
import { inputsOf, rememberedKeys, stateAfterRead, stateAfterWrite } from "./state.ts";

/** What a verb works with. */
export interface Context {
  readonly client: Client;
  readonly operation: Operation;
  /** Aborted when the user stops the engine: for waits that may end early. Requests that change something are finished. */
  readonly stop: AbortSignal;
  readonly journal: Journal;
}

/** Something at the service: its id, and its properties in the program's spelling. */
export interface Live {
  readonly id: string;
  readonly props: Props;
}

/** What only this resource knows: how it is made, read, changed and removed. Absent verbs do nothing. */
export interface Verbs<Inputs> {
  create(context: Context, inputs: Inputs): Promise<Live>;
  /** Undefined means gone. Absent: the resource cannot be read, and refresh sends nothing. */
  read?(context: Context, id: string, state: Props): Promise<Live | undefined>;
  /** `patch` holds the inputs to send; it is empty for a stale state only. */
  update?(context: Context, id: string, patch: Props, inputs: Inputs): Promise<Live>;
  delete?(context: Context, id: string, state: Props): Promise<void>;
}

export interface Definition<S extends z.ZodObject = z.ZodObject> {
  readonly type: string;
  /** Source of the check, of the argument types and of the README's table. */
  readonly inputs: S;
  /** Outputs beside the inputs; source of the output types and of the README's table. */
  readonly outputs: z.ZodObject;
  readonly fields: { readonly [Key in keyof z.infer<S>]-?: Field };
  readonly rules?: readonly Rule<z.infer<S>>[];
  /** Lines to tell the user about inputs that are allowed but look wrong. */
  readonly warnings?: (inputs: z.infer<S>) => string[];
  /** How messages name the resource: `Role "admin"`. Gets inputs or state, which may lack anything. */
  readonly subject: (props: Props) => string;
  /** Whether the state asks for an update although no input changed: something at the service has to be brought about again. */
  readonly isStale?: (state: Props) => boolean;
  readonly verbs: Verbs<z.infer<S>>;
}

/** Where handlers get the client and the log from; asked anew for each operation. */
export interface Runtime {
  client(): Client;
  journal(): Journal;
  log(line: string): void;
  readonly stop: AbortSignal;
}

/** Keeps the types of a definition together. */
export function defineResource<S extends z.ZodObject>(definition: Definition<S>): Definition<S> {
  return definition;
}

/** Makes the handlers of a resource out of its definition. */
export function handlersOf<S extends z.ZodObject>(definition: Definition<S>, runtime: Runtime): Handlers {
  const { fields, verbs } = definition;
  type Inputs = z.infer<S>;

  /** Runs a verb with the one shared client; errors name the resource. */
  async function run<T>(props: Props, verb: (context: Context) => Promise<T>): Promise<T> {
    const subject = definition.subject(props);
    try {
      const client = runtime.client();
      return await client.operate(subject, (operation) =>
        verb({ client, operation, stop: runtime.stop, journal: runtime.journal() }),
      );
    } catch (error) {
      throw withSubject(subject, error);
    }
  }

  return {
    async check(_olds, news) {
      const failures = checkInputs(definition.inputs, definition.rules ?? [], news);
      if (failures.length === 0 && definition.warnings) {
        for (const line of definition.warnings(news as Inputs))
          runtime.log(`warning: ${definition.subject(news)}: ${line}`);
      }
      return { inputs: news, failures };
    },

    async diff(id, olds, news) {
      runtime.journal().known(id);
      const changes = compare(fields, olds, rememberedKeys(fields, olds), withoutInternals(news));
      const replaces = changes.filter((change) => change.replaces).map((change) => change.key);
      const needed = changes.length > 0 || definition.isStale?.(olds) === true;
      return { changes: needed, replaces, deleteBeforeReplace: replaces.length > 0 };
    },

    async create(news) {
      const inputs = withoutInternals(news);
      try {
        const live = await run(inputs, (context) => verbs.create(context, inputs as Inputs));
        return { id: live.id, outs: stateAfterWrite(fields, live.props, inputs) };
      } catch (error) {
        throw error instanceof IncompleteError ? partialCreate(fields, error, news) : error;
      }
    },

    async read(id, props) {
      runtime.journal().known(id);
      const { read } = verbs;
      if (!read) return { id, props, inputs: inputsOf(fields, props) };
      const live = await run({ ...props, id }, (context) => read(context, id, props));
      if (!live) return {};
      const state = stateAfterRead(fields, live.props, props);
      return { id: live.id, props: state, inputs: inputsOf(fields, state) };
    },

    async update(id, olds, news) {
      const inputs = withoutInternals(news);
      const changes = compare(fields, olds, rememberedKeys(fields, olds), inputs);
      const patch = Object.fromEntries(
        changes.flatMap((change) => (change.send ? [[change.key, change.send.value]] : [])),
      );
      const { update } = verbs;
      const nothingToSend = Object.keys(patch).length === 0 && !definition.isStale?.(olds);
      if (!update || nothingToSend) return { outs: stateAfterWrite(fields, withoutInternals(olds), inputs) };
      const live = await run({ ...olds, ...inputs }, (context) =>
        update(context, id, patch, inputs as Inputs),
      );
      return {
        outs: stateAfterWrite(fields, { ...withoutInternals(olds), ...patch, ...live.props }, inputs),
      };
    },

    async delete(id, props) {
      runtime.journal().known(id);
      const { delete: remove } = verbs;
      if (remove) await run({ ...props, id }, (context) => remove(context, id, props));
    },
  };
}

/** Thrown by a create verb when something exists at the service already but cannot be brought to what is declared now. */
export class IncompleteError extends IdmError {
  readonly live: Live;

  constructor(live: Live, cause: IdmError) {
    super(cause.code, cause.message, { cause });
    this.live = live;
  }
}

/** The engine's form of an incomplete create: the state shows what is live, so that the next diff finds what is missing. */
function partialCreate(fields: Fields, error: IncompleteError, news: Props): PartialCreateError {
  const wanted = stateAfterWrite(fields, {}, withoutInternals(news));
  const properties = { ...stateAfterRead(fields, error.live.props, wanted), __provider: news.__provider };
  return new PartialCreateError(error.live.id, properties, error);
}

function withSubject(subject: string, error: unknown): unknown {
  return error instanceof IdmError ? error.about(subject) : error;
}
