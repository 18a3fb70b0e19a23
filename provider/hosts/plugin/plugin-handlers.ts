// Fits the handlers of a resource to the engine's protocol: secrets in envelopes, old inputs, previews.
import { PartialCreateError } from "../../errors.ts";
import { derivedSecretsOf } from "../../lifecycle/derived-secrets.ts";
import type { CheckResult, DiffResult, Handlers, Props } from "../../lifecycle/handlers.ts";
import { hidden, secretNamesIn } from "../../lifecycle/hidden.ts";
import { previewOf } from "../../lifecycle/preview.ts";
import { isDeclared } from "../../lifecycle/props.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { secretValue } from "../../lifecycle/secret-envelope.ts";
import { hasMark, shapeOf } from "../../lifecycle/shape.ts";
import { containsSecret, unwrapped } from "./values.ts";

/** The state of a resource, as the engine stores it. Values are as the engine sends them, with envelopes. */
export interface State {
  readonly inputs: Props;
  readonly outputs: Props;
}

/** The operations of one resource. All values have the engine's envelopes. The URN says which resource it is. */
export interface PluginHandlers {
  check(urn: string, news: Props): Promise<CheckResult>;
  diff(urn: string, id: string, olds: State, news: Props): Promise<DiffResult>;
  create(urn: string, news: Props): Promise<{ id: string; outputs: Props }>;
  /** The outputs that a create would have, as far as they are certain. */
  previewCreate(news: Props): Props;
  read(id: string, state: State): Promise<{ id: string; outputs: Props; inputs: Props } | undefined>;
  update(urn: string, id: string, olds: State, news: Props): Promise<Props>;
  /** The outputs that an update would have, as far as they are certain. */
  previewUpdate(olds: State, news: Props): Props;
  delete(id: string, state: State): Promise<void>;
}

export function pluginHandlers(resource: Resource, handlers: Handlers): PluginHandlers {
  const inputs = (urn: string, props: Props) => ({ ...handlersInputs(props), [hidden.resource]: urn });
  const state = (stored: State) => handlersState(resource, stored);
  const outputs = (props: Props) => storedOutputs(resource, props);
  return {
    async check(urn, news) {
      const { failures } = await handlers.check({}, inputs(urn, news));
      return { inputs: news, failures };
    },
    diff: (urn, id, olds, news) => handlers.diff(id, state(olds), inputs(urn, news)),
    async create(urn, news) {
      try {
        const { id, outs } = await handlers.create(inputs(urn, news));
        return { id, outputs: outputs(outs) };
      } catch (error) {
        if (!(error instanceof PartialCreateError)) throw error;
        throw new PartialCreateError(error.id, outputs(error.properties), error);
      }
    },
    previewCreate: (news) => outputs(previewOf(resource, handlersInputs(news))),
    async read(id, stored) {
      const { id: found, props = {}, inputs: kept = {} } = await handlers.read(id, state(stored));
      if (found === undefined) return undefined;
      return {
        id: found,
        outputs: outputs(props),
        inputs: withSecrets(resource, kept, secretNamesIn(props)),
      };
    },
    async update(urn, id, olds, news) {
      const { outs } = await handlers.update(id, state(olds), inputs(urn, news));
      return outputs(outs);
    },
    previewUpdate: (olds, news) => outputs(previewOf(resource, handlersInputs(news), state(olds))),
    delete: (id, stored) => handlers.delete(id, state(stored)),
  };
}

/** Inputs as the handlers expect them: without envelopes, with the names of those that contain a secret. */
function handlersInputs(props: Props): Props {
  const secrets = Object.keys(props).filter((name) => containsSecret(props[name]));
  return { ...unwrapped(props), ...(secrets.length > 0 && { [hidden.secrets]: secrets.sort() }) };
}

/**
 * The state as the handlers expect it. What was declared is read from the old inputs: the names that the dynamic
 * provider keeps in the state are not used.
 */
function handlersState({ inputs: resourceInputs }: Resource, { inputs, outputs }: State): Props {
  if (Object.keys(outputs).length === 0) return {};
  const declared = Object.keys(resourceInputs).filter((name) => isDeclared(inputs, name));
  const { [hidden.secrets]: _, ...old } = handlersInputs(outputs);
  const secrets = handlersInputs(inputs)[hidden.secrets];
  return { ...old, [hidden.declared]: declared, ...(secrets !== undefined && { [hidden.secrets]: secrets }) };
}

/** The outputs to store: secrets in envelopes, without what the old inputs say. */
export function storedOutputs(resource: Resource, props: Props): Props {
  const { [hidden.declared]: _declared, [hidden.secrets]: _secrets, ...kept } = props;
  return withSecrets(resource, kept, [...secretNamesIn(props), ...derivedSecretsOf(resource, props)]);
}

/** Puts the values into envelopes that the table marks as secret, or whose input is a secret. */
function withSecrets({ properties }: Resource, props: Props, secretNames: readonly string[]): Props {
  const isSecret = (name: string) => {
    const property = properties[name];
    return secretNames.includes(name) || (property && hasMark(shapeOf(property.type), "isSecret"));
  };
  const entries = Object.entries(props).map(([name, value]) => [
    name,
    isSecret(name) ? secretValue(value) : value,
  ]);
  return Object.fromEntries(entries);
}
