import { IdmError, PartialCreateError } from "../../errors.ts";
import type { Handlers, Props, ReadResult } from "../../lifecycle/handlers.ts";
import { withoutHidden } from "../../lifecycle/props.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { subjectOf } from "../../lifecycle/run-verb.ts";

/** Fits the handlers of a resource to the dynamic provider's process. */
export function dynamicHandlers(resource: Resource, handlers: Handlers): Handlers {
  const { check, diff, create, read, update, delete: remove } = handlers;
  return {
    check: withoutDuplicateLog(check),
    diff: withoutDuplicateLog(diff),
    create: (inputs) => create(inputs).catch((error) => Promise.reject(withProvider(error, inputs))),
    read: withoutDuplicateLog(async (id, props) => foundOrError(resource, id, props, await read(id, props))),
    update,
    delete: withoutDuplicateLog(remove),
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

/**
 * Wraps a handler whose errors the dynamic provider's process prints as `${error}: ${error.stack}` before it returns
 * them to the engine. The engine prints the message again, with its resource: this makes the first print short.
 */
function withoutDuplicateLog<Args extends unknown[], T>(
  call: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      if (!(error instanceof IdmError)) throw error;
      throw Object.defineProperties(error, {
        toString: { value: () => error.name, configurable: true },
        stack: { value: "Pulumi reports this error with its resource.", configurable: true },
      });
    }
  };
}
