import { isDeepStrictEqual } from "node:util";
import { IdmError, PartialCreateError, toldError } from "../../errors.ts";
import { derivedSecretsOf } from "../../lifecycle/derived-secrets.ts";
import type { Handlers, Props, ReadResult } from "../../lifecycle/handlers.ts";
import { hidden } from "../../lifecycle/hidden.ts";
import { compact, isDeclared, pick, withoutHidden } from "../../lifecycle/props.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { subjectOf } from "../../lifecycle/run-verb.ts";
import { secretValue } from "../../lifecycle/secret-envelope.ts";
import { inputsOf } from "../../lifecycle/state.ts";
import { comparedByEngine, type DynamicDiffResult } from "./engine-diff.ts";
import { withoutPrint } from "./quiet-console.ts";

/** The handlers as the dynamic provider's process calls them. */
export interface DynamicHandlers extends Omit<Handlers, "diff"> {
  diff(id: string, olds: Props, news: Props): Promise<DynamicDiffResult>;
}

/** Fits the handlers of a resource to the dynamic provider's process. */
export function dynamicHandlers(resource: Resource, handlers: Handlers): DynamicHandlers {
  const { check, diff, create, read, update, delete: remove } = handlers;
  return {
    check: told(check),
    diff: told(async (id, state, news) => {
      const olds = withDeclared(resource, state, news);
      return comparedByEngine(resource, await diff(id, olds, news), olds, news);
    }),
    create: async (inputs) => {
      try {
        const { id, outs } = await told(create)(inputs);
        return { id, outs: withSecrets(resource, outs) };
      } catch (error) {
        throw keptByEngine(resource, error, inputs);
      }
    },
    read: told(async (id, olds) => {
      const result = foundOrError(resource, id, olds, await read(id, olds));
      const { props, inputs, ...rest } = result;
      if (!props) return rest;
      const marked = { ...rest, props: withSecrets(resource, props) };
      if (!inputs || isKnownToEngine(resource, olds, inputs)) return marked;
      const hiddenInputs = compact(pick(props, [hidden.resource, hidden.secrets]));
      return { ...marked, inputs: { ...withSecrets(resource, props, inputs), ...hiddenInputs } };
    }),
    update: told(async (id, state, news) => {
      const olds = withDeclared(resource, state, news);
      return { outs: withSecrets(resource, (await update(id, olds, news)).outs) };
    }),
    delete: told(remove),
  };
}

/**
 * Wraps a handler so that each of its errors ends with its code, because programs cannot catch errors of this process.
 * The engine prints each error once.
 */
function told<Args extends unknown[], T>(call: (...args: Args) => Promise<T>): typeof call {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      throw withoutPrint(toldError(error));
    }
  };
}

/** The process adds `__provider` to the outputs of a create, but not to the properties of its error. */
function keptByEngine(resource: Resource, error: unknown, { __provider }: Props): unknown {
  if (!(error instanceof PartialCreateError)) return error;
  const properties = withSecrets(resource, error.properties);
  return new PartialCreateError(error.id, { ...properties, __provider }, error);
}

/**
 * The state of a resource that was moved here from the packaged plugin does not say what was declared: nothing counts
 * as removed from the program then. Only such a state has an address and no list.
 */
function withDeclared({ inputs }: Resource, state: Props, news: Props): Props {
  if (state[hidden.address] === undefined || state[hidden.declared] !== undefined) return state;
  return { ...state, [hidden.declared]: Object.keys(inputs).filter((name) => isDeclared(news, name)) };
}

/**
 * Whether the engine has these inputs already. It keeps its own when a read returns none. An older state does not have
 * all hidden inputs: returned without them, each resource would differ from the program, and `up --refresh` would write
 * the whole state once for each. A state without an address is of version 0.1.0, which did not mark incomplete creates.
 */
function isKnownToEngine(resource: Resource, olds: Props, inputs: Props): boolean {
  if (olds[hidden.address] === undefined || olds[hidden.partial] !== undefined) return false;
  return isDeepStrictEqual(inputsOf(resource.inputs, olds), inputs);
}

/**
 * Marks the values that are derived from secret inputs of the state: in the state itself, or in the inputs of a
 * refresh. The engine itself marks those with the name of a secret input only.
 */
function withSecrets(resource: Resource, state: Props, values = state): Props {
  const marked = derivedSecretsOf(resource, state).filter((name) => Object.hasOwn(values, name));
  return { ...values, ...Object.fromEntries(marked.map((name) => [name, secretValue(values[name])])) };
}

/** The process takes an empty result for a success. For a `get`, which has no state yet, it has to be an error. */
function foundOrError(resource: Resource, id: string, props: Props, result: ReadResult): ReadResult {
  const isGet = Object.keys(withoutHidden(props)).length === 0;
  if (result.id !== undefined || !isGet) return result;
  const message = `no ${resource.noun} has the id ${JSON.stringify(id)}. ${getAdvice(resource, id)}`;
  throw new IdmError("ERR_IDM_INPUT", message).about(subjectOf(resource, { id }));
}

function getAdvice({ type, collection }: Resource, id: string): string {
  const key = `${collection?.naturalKey.property}:`;
  return id.startsWith(key)
    ? `Only pulumi import and the packaged plugin take ${key}. Give ${type}.get the id`
    : `Correct the id that ${type}.get is given`;
}
