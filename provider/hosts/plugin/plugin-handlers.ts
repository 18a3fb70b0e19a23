// Fits the handlers of a resource to the engine's protocol: secrets in envelopes, old inputs, previews.
import { PartialCreateError } from "../../errors.ts";
import { derivedSecretsOf } from "../../lifecycle/derived-secrets.ts";
import type { CheckResult, DiffResult, Handlers, Props, TimeLimit } from "../../lifecycle/handlers.ts";
import { hidden, secretNamesIn } from "../../lifecycle/hidden.ts";
import { previewOfCreate, previewOfUpdate, stableNames } from "../../lifecycle/preview.ts";
import { isDeclared, withoutHidden } from "../../lifecycle/props.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { isSecretValue } from "../../lifecycle/secret-envelope.ts";
import { type DetailedDiff, detailedDiff } from "./detailed-diff.ts";
import { secretNamesOfProgram, withSecrets } from "./secret-places.ts";
import { type State, unwrapped } from "./values.ts";

/** What a diff tells the engine. */
export interface PluginDiff extends DiffResult {
  readonly details: DetailedDiff;
  /** The properties that the update does not change. */
  readonly stables: readonly string[];
}

/** The operations of one resource. All values have the engine's envelopes. The URN says which resource it is. */
export interface PluginHandlers {
  check(urn: string, news: Props): Promise<CheckResult>;
  diff(urn: string, id: string, olds: State, news: Props): Promise<PluginDiff>;
  create(urn: string, news: Props, limit?: TimeLimit): Promise<{ id: string; outputs: Props }>;
  /** The outputs that a create would have, as far as they are certain. */
  previewCreate(news: Props): Props;
  read(urn: string, id: string, state: State, limit?: TimeLimit): Promise<PluginReadResult | undefined>;
  update(urn: string, id: string, olds: State, news: Props, limit?: TimeLimit): Promise<Props>;
  /** The outputs that an update would have, as far as they are certain. */
  previewUpdate(olds: State, news: Props): Props;
  delete(urn: string, id: string, state: State, limit?: TimeLimit): Promise<void>;
}

/** An item that a read has found. */
export interface PluginReadResult extends State {
  readonly id: string;
}

export function pluginHandlers(resource: Resource, handlers: Handlers): PluginHandlers {
  const inputs = (props: Props, urn?: string) => handlersInputs(resource, props, urn);
  const state = (stored: State, urn?: string) => handlersState(resource, stored, urn);
  const outputs = (props: Props) => storedOutputs(resource, props);
  return {
    async check(urn, news) {
      const { failures } = await handlers.check({}, inputs(news, urn));
      return { inputs: withSecrets(resource, news, []), failures };
    },
    async diff(urn, id, olds, news) {
      const result = await handlers.diff(id, state(olds), inputs(news, urn));
      const stables = result.replaces.length > 0 ? [] : stableNames(resource, result.changedInputs);
      return { ...result, details: detailedDiff(result, olds, news), stables };
    },
    async create(urn, news, limit) {
      try {
        const { id, outs } = await handlers.create(inputs(news, urn), limit);
        return { id, outputs: outputs(outs) };
      } catch (error) {
        if (!(error instanceof PartialCreateError)) throw error;
        throw new PartialCreateError(error.id, outputs(error.properties), error);
      }
    },
    previewCreate: (news) => outputs(previewOfCreate(resource, inputs(news))),
    async read(urn, id, stored, limit) {
      const { id: found, props = {}, inputs: kept = {} } = await handlers.read(id, state(stored, urn), limit);
      if (found === undefined) return undefined;
      return {
        id: found,
        outputs: outputs(props),
        inputs: withSecrets(resource, kept, [...secretNamesIn(props), ...derivedSecretsOf(resource, props)]),
      };
    },
    async update(urn, id, olds, news, limit) {
      const { outs } = await handlers.update(id, state(olds), inputs(news, urn), limit);
      return outputs(outs);
    },
    previewUpdate: (olds, news) => outputs(previewOfUpdate(resource, state(olds), inputs(news))),
    delete: (urn, id, stored, limit) => handlers.delete(id, state(stored, urn), limit),
  };
}

/** Inputs as the handlers expect them: without envelopes. */
function handlersInputs(resource: Resource, props: Props, urn?: string): Props {
  return { ...unwrapped(props), ...marksOf(resource, props, urn) };
}

/** What the handlers know of inputs besides their values: whose they are, and which contain a secret. */
function marksOf(resource: Resource, props: Props, urn?: string): Props {
  const secrets = secretNamesOfProgram(resource, props);
  return {
    ...(secrets.length > 0 && { [hidden.secrets]: secrets }),
    ...(urn !== undefined && { [hidden.resource]: urn }),
  };
}

/** What this host keeps of the handlers' hidden properties. The others are in the old inputs. */
const keptHidden = [hidden.owner, hidden.address, hidden.told, hidden.answered];

function withKeptHidden(props: Props): Props {
  const kept = keptHidden.filter((name) => isDeclared(props, name)).map((name) => [name, props[name]]);
  return { ...withoutHidden(props), ...Object.fromEntries(kept) };
}

/**
 * The state as the handlers expect it. What was declared is read from the old inputs: the names that the dynamic
 * provider keeps in the state are not used.
 */
function handlersState(resource: Resource, { inputs, outputs }: State, urn?: string): Props {
  if (Object.keys(outputs).length === 0) return {};
  const declared = Object.keys(resource.inputs).filter((name) => isDeclared(inputs, name));
  const known = {
    ...withKeptHidden(unwrapped(outputs)),
    ...marksOf(resource, inputs, urn),
    [hidden.declared]: declared,
  };
  const derived = derivedSecretsOf(resource, known);
  const secretOutputs = Object.keys(outputs).filter(
    (name) => isSecretValue(outputs[name]) && !derived.includes(name),
  );
  return { ...known, ...(secretOutputs.length > 0 && { [hidden.secretOutputs]: secretOutputs }) };
}

/** The outputs to store: secrets in envelopes, without what the old inputs say. */
export function storedOutputs(resource: Resource, props: Props): Props {
  const kept = withKeptHidden(props);
  const names = secretNamesIn(props);
  const derived = derivedSecretsOf(resource, { ...kept, [hidden.secrets]: names });
  return withSecrets(resource, kept, [...names, ...derived]);
}
