import type { z } from "zod";
import type { Client } from "../client/client.ts";
import { IdmError, PartialCreateError } from "../errors.ts";
import { checkInputs, withoutInternals } from "./check.ts";
import { type Change, compare, type Fields } from "./compare.ts";
import { type Context, type Definition, IncompleteError } from "./define-resource.ts";
import type { Handlers, Props } from "./handlers.ts";
import type { Journal } from "./journal.ts";
import { Ownership, ownerKey } from "./ownership.ts";
import {
  inputsOf,
  rememberedKeys,
  stateAfterPartialCreate,
  stateAfterRead,
  stateAfterUpdate,
  stateAfterWrite,
} from "./state.ts";

/** Where handlers get the client and the log from; asked anew for each operation. */
export interface Runtime {
  client(): Client;
  journal(): Journal;
  log(line: string): void;
  readonly stop: AbortSignal;
}

/** Makes the handlers of a resource out of its definition. */
export function handlersOf<S extends z.ZodObject>(definition: Definition<S>, runtime: Runtime): Handlers {
  const { fields, verbs } = definition;
  const ownership = new Ownership();
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
      throw error instanceof IdmError ? error.about(subject) : error;
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
      const changes = changesOf(fields, olds, news);
      const replaces = changes.filter((change) => change.replaces).map((change) => change.key);
      return {
        changes: changes.length > 0 || definition.isStale?.(olds) === true,
        replaces,
        deleteBeforeReplace: replaces.length > 0 && definition.deleteBeforeReplace === true,
      };
    },

    async create(news) {
      const inputs = withoutInternals(news);
      try {
        const live = await run(inputs, (context) => verbs.create(context, inputs as Inputs));
        return {
          id: live.id,
          outs: { ...stateAfterWrite(fields, live.props, inputs), ...ownership.claim(live.id) },
        };
      } catch (error) {
        if (!(error instanceof IncompleteError)) throw error;
        throw partialCreate(fields, error, { ...news, ...ownership.claim(error.live.id) });
      }
    },

    async read(id, props) {
      runtime.journal().known(id);
      const { read } = verbs;
      if (!read) return { id, props, inputs: inputsOf(fields, props) };
      const live = await run({ ...props, id }, (context) => read(context, id, props));
      // The dynamic host takes an empty answer for a success: to `get` what does not exist has to be an error.
      if (!live && Object.keys(withoutInternals(props)).length === 0) throw nothingToGet(definition, id);
      if (!live) return {};
      const state = stateAfterRead(fields, live.props, props);
      return { id: live.id, props: state, inputs: inputsOf(fields, state) };
    },

    async update(id, olds, news) {
      const inputs = withoutInternals(news);
      const sent = changesOf(fields, olds, news).flatMap(({ key, send }) =>
        send ? [[key, send.value] as const] : [],
      );
      const patch = Object.fromEntries(sent);
      const { update } = verbs;
      if (!update || (sent.length === 0 && !definition.isStale?.(olds)))
        return { outs: stateAfterUpdate(fields, {}, olds, inputs) };
      const live = await run({ ...olds, ...inputs }, (context) =>
        update(context, id, patch, inputs as Inputs),
      );
      return { outs: stateAfterUpdate(fields, live.props, { ...olds, ...patch }, inputs) };
    },

    async delete(id, props) {
      runtime.journal().known(id);
      const { delete: remove } = verbs;
      if (!remove) return;
      if (ownership.isLost(id, props)) {
        runtime.log(
          `warning: ${definition.subject({ ...props, id })}: ${id} is kept, as another resource of this stack has taken it over.`,
        );
        return;
      }
      await run({ ...props, id }, (context) => remove(context, id, props));
    },
  };
}

function changesOf(fields: Fields, olds: Props, news: Props): Change[] {
  return compare(fields, olds, rememberedKeys(fields, olds), withoutInternals(news));
}

function nothingToGet({ type, subject }: Pick<Definition, "type" | "subject">, id: string): IdmError {
  const error = new IdmError(
    "ERR_IDM_INPUT",
    `the service has none with this id. Correct the id that ${type}.get is given`,
  );
  return error.about(subject({ id }));
}

/** The engine's form of an incomplete create. */
function partialCreate(fields: Fields, error: IncompleteError, news: Props): PartialCreateError {
  const { __provider, [ownerKey]: owner } = news;
  const state = stateAfterPartialCreate(fields, error.live.props, withoutInternals(news));
  return new PartialCreateError(error.live.id, { ...state, [ownerKey]: owner, __provider }, error);
}
