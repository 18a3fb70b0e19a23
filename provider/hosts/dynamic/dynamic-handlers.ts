import { IdmError, InternalError, PartialCreateError } from "../../errors.ts";
import type { Handlers, Props, ReadResult } from "../../lifecycle/handlers.ts";
import { withoutHidden } from "../../lifecycle/props.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { subjectOf } from "../../lifecycle/run-verb.ts";
import { withoutPrint } from "./quiet-console.ts";

/** Fits the handlers of a resource to the dynamic provider's process. */
export function dynamicHandlers(resource: Resource, handlers: Handlers): Handlers {
  const { check, diff, create, read, update, delete: remove } = handlers;
  return {
    check: told(check),
    diff: told(diff),
    create: (inputs) => told(create)(inputs).catch((error) => Promise.reject(withProvider(error, inputs))),
    read: told(async (id, props) => foundOrError(resource, id, props, await read(id, props))),
    update: told(update),
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
      throw withoutPrint((error instanceof IdmError ? error : new InternalError(error)).withCode());
    }
  };
}

/** The process adds `__provider` to the outputs of a create, but not to the properties of its error. */
function withProvider(error: unknown, { __provider }: Props): unknown {
  if (!(error instanceof PartialCreateError)) return error;
  return new PartialCreateError(error.id, { ...error.properties, __provider }, error);
}

/** The process takes an empty result for a success. For a `get`, which has no state yet, it has to be an error. */
function foundOrError(resource: Resource, id: string, props: Props, result: ReadResult): ReadResult {
  const isGet = Object.keys(withoutHidden(props)).length === 0;
  if (result.id !== undefined || !isGet) return result;
  const { type, noun } = resource;
  const message = `no ${noun} has the id ${JSON.stringify(id)}. Correct the id that ${type}.get is given`;
  throw new IdmError("ERR_IDM_INPUT", message).about(subjectOf(resource, { id }));
}
