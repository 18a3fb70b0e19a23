// The handlers of a resource: what happens when the engine checks, diffs, creates, reads, updates or deletes it.
import { IdmError, PartialCreateError } from "../errors.ts";
import { answeredWarning } from "./answered.ts";
import { changesOf, isRequestNeeded, patchOf } from "./changes.ts";
import { checkInputs } from "./check.ts";
import { type Context, IncompleteError, type Runtime } from "./context.ts";
import { keyOf } from "./creation.ts";
import { EnumWarnings } from "./enum-warnings.ts";
import type {
  CheckResult,
  CreateResult,
  DiffResult,
  Handlers,
  Props,
  ReadResult,
  TimeLimit,
  UpdateResult,
} from "./handlers.ts";
import { hidden, secretNamesIn } from "./hidden.ts";
import { otherAddressWarning, seenAt } from "./last-seen.ts";
import { withoutHidden } from "./props.ts";
import { Redaction } from "./redaction.ts";
import type { Resource, Verbs } from "./resource.ts";
import { runVerb, subjectOf } from "./run-verb.ts";
import {
  inputsOf,
  rememberedKeys,
  stateAfterPartialCreate,
  stateAfterRead,
  stateAfterUpdate,
  stateAfterWrite,
} from "./state.ts";
import { verbsOf } from "./verbs.ts";

/** What the handlers of one resource share. */
interface Shared {
  readonly resource: Resource;
  readonly verbs: Verbs;
  readonly enumWarnings: EnumWarnings;
  readonly runtime: Runtime;
  /** The ids of the items for which this process has warned of a replacement. */
  readonly replacementWarnings: Set<string>;
  /** The warnings of this process about another address. */
  readonly addressWarnings: Set<string>;
}

/** Creates the handlers of a resource. */
export function handlersOf(resource: Resource, runtime: Runtime): Handlers {
  const shared: Shared = {
    resource,
    verbs: verbsOf(resource),
    enumWarnings: new EnumWarnings(resource, runtime),
    runtime,
    replacementWarnings: new Set(),
    addressWarnings: new Set(),
  };
  return {
    check: (_olds, news) => check(shared, news),
    diff: (id, olds, news) => diff(shared, id, olds, news),
    create: (inputs, limit) => create(shared, inputs, limit),
    read: (id, props, limit) => read(shared, id, props, limit),
    update: (id, olds, news, limit) => update(shared, id, olds, news, limit),
    delete: (id, props, limit) => deleteResource(shared, id, props, limit),
  };
}

async function check({ resource, runtime }: Shared, news: Props): Promise<CheckResult> {
  runtime.ownership().declare(news);
  const redaction = new Redaction(resource, [news]);
  const failures = checkInputs(resource, news).map((failure) => redaction.failure(failure));
  if (failures.length === 0)
    for (const warning of resource.warnings?.(news) ?? [])
      runtime.log(redaction.text(`warning: ${subjectOf(resource, news)}: ${warning}`));
  return { inputs: news, failures };
}

async function diff(shared: Shared, id: string, olds: Props, news: Props): Promise<DiffResult> {
  const { resource, runtime } = shared;
  hold(resource, runtime, id, olds, news);
  const changes = changesOf(resource, olds, news);
  const replaces = changes.filter((change) => change.replaces).map((change) => change.key);
  // A refresh compares too, after it has read the item.
  if (runtime.ownership().isDeclared(news)) {
    warnOfOtherAddress(shared, id, olds, news);
    if (replaces.length > 0) warnOfReplacement(shared, id, [olds, news], replaces);
  }
  return {
    changes: changes.length > 0 || secretNamesChanged(olds, news) || resource.isStale?.(olds) === true,
    changedInputs: changes.map(({ key }) => key),
    replaces,
    deleteBeforeReplace: replaces.length > 0 && resource.collection?.naturalKey.isUnique === true,
  };
}

/** All resources of a tenant have the same address: one warning for each type is enough. */
function warnOfOtherAddress(shared: Shared, id: string, olds: Props, news: Props): void {
  const { resource, runtime, addressWarnings } = shared;
  const warning = resource.collection && otherAddressWarning(olds, runtime.address);
  if (warning === undefined || addressWarnings.has(warning)) return;
  addressWarnings.add(warning);
  warnOf(shared, { ...olds, id }, warning, [olds, news]);
}

/** The engine calls diff several times in a run: one warning is enough. */
function warnOfReplacement(
  shared: Shared,
  id: string,
  [olds, news]: readonly [Props, Props],
  changed: readonly string[],
): void {
  const { resource, replacementWarnings } = shared;
  const warning = resource.replacementWarning?.(olds, changed);
  if (warning === undefined || replacementWarnings.has(id)) return;
  replacementWarnings.add(id);
  warnOf(shared, { ...olds, id }, warning, [olds, news]);
}

/** Records that the state has the item. Warns when another resource of the program has it too. */
function hold(resource: Resource, runtime: Runtime, id: string, olds: Props, news: Props): void {
  const subject = () => new Redaction(resource, [olds, news]).text(subjectOf(resource, { ...olds, id }));
  try {
    const other = runtime.ownership().hold(keyOf(resource, { id }), olds, news);
    if (other !== undefined)
      runtime.log(
        `warning: ${subject()}: the resource ${other} of this stack has ${id} too. Remove one of them from the program: the item stays as long as one has it.`,
      );
  } catch (error) {
    throw error instanceof IdmError ? error.about(subject()) : error;
  }
}

async function create(shared: Shared, news: Props, limit?: TimeLimit): Promise<CreateResult> {
  const { resource, verbs, enumWarnings, runtime } = shared;
  const who = runtime.ownership().newOwner(news);
  const mark = { [hidden.owner]: who.owner };
  try {
    const createVerb = (context: Context) => verbs.create(context, withoutHidden(news));
    const item = await runVerb(resource, runtime, [news], createVerb, { who, limit });
    enumWarnings.warn(item.props, Object.keys(news), news);
    const state = stateAfterWrite(resource.inputs, item.props, news);
    const props = { ...news, id: item.id };
    warnOfAnswers(shared, props, state, Object.keys(news));
    const warning = resource.createdWarning?.(state);
    if (warning !== undefined) warnOf(shared, props, warning);
    return { id: item.id, outs: { ...state, ...mark, ...seen(runtime) } };
  } catch (error) {
    if (error instanceof IncompleteError) throw partialCreateError(shared, error, news, mark);
    runtime.ownership().drop(who);
    throw error;
  }
}

/** The error with which the engine keeps the item in the state as partly created. */
function partialCreateError(
  { resource, runtime }: Shared,
  error: IncompleteError,
  news: Props,
  mark: Props,
): PartialCreateError {
  const { id, props } = error.item;
  const state = stateAfterPartialCreate(resource.inputs, props, news);
  return new PartialCreateError(id, { ...state, ...mark, ...seen(runtime) }, error);
}

async function read(shared: Shared, id: string, props: Props, limit?: TimeLimit): Promise<ReadResult> {
  const { resource, verbs, enumWarnings, runtime } = shared;
  const key = keyOf(resource, { id });
  runtime.ownership().hold(key, props);
  const { read: readVerb } = verbs;
  if (!readVerb) return { id, props, inputs: inputsOf(resource.inputs, props) };
  const sources = [{ ...props, id }];
  const item = await runVerb(resource, runtime, sources, (context) => readVerb(context, id, props), {
    limit,
  });
  if (!item) {
    runtime.ownership().release(key, props);
    return {};
  }
  enumWarnings.warn(item.props, rememberedKeys(resource.inputs, props), { ...props, id });
  const state = { ...stateAfterRead(resource.inputs, item.props, props), ...seen(runtime) };
  return { id: item.id, props: state, inputs: inputsOf(resource.inputs, state) };
}

async function update(
  shared: Shared,
  id: string,
  olds: Props,
  news: Props,
  limit?: TimeLimit,
): Promise<UpdateResult> {
  const { resource, verbs, runtime } = shared;
  const patch = patchOf(changesOf(resource, olds, news));
  const { update: updateVerb } = verbs;
  if (!updateVerb || !isRequestNeeded(resource, olds, patch))
    return { outs: stateAfterUpdate(resource.inputs, {}, olds, news) };
  const run = (context: Context) => updateVerb(context, id, patch, withoutHidden(news));
  const item = await runVerb(resource, runtime, [olds, news], run, { limit });
  const state = stateAfterUpdate(resource.inputs, item.props, olds, news, patch);
  warnOfAnswers(shared, { ...news, id }, state, Object.keys(patch));
  return { outs: { ...state, ...seen(runtime) } };
}

function warnOfAnswers(shared: Shared, props: Props, state: Props, sent: string[]): void {
  const warning = answeredWarning(state, sent);
  if (warning !== undefined) warnOf(shared, props, warning);
}

/** Warns of the resource that `props` name, without the secrets of `sources`. */
function warnOf(
  { resource, runtime }: Shared,
  props: Props,
  warning: string,
  sources: readonly Props[] = [props],
): void {
  const redaction = new Redaction(resource, sources);
  runtime.log(redaction.text(`warning: ${subjectOf(resource, props)}: ${warning}`));
}

async function deleteResource(shared: Shared, id: string, props: Props, limit?: TimeLimit): Promise<void> {
  const { resource, verbs, runtime } = shared;
  const { isLast, keeper, undo } = runtime.ownership().release(keyOf(resource, { id }), props);
  const { delete: deleteVerb } = verbs;
  if (!deleteVerb) return;
  if (!isLast) return warnOfKeptItem(shared, id, props, keeper);
  try {
    const sources = [{ ...props, id }];
    await runVerb(resource, runtime, sources, (context) => deleteVerb(context, id, props), { limit });
  } catch (error) {
    undo();
    throw error;
  }
}

function warnOfKeptItem({ resource, runtime }: Shared, id: string, props: Props, keeper: string): void {
  const subject = new Redaction(resource, [props]).text(subjectOf(resource, { ...props, id }));
  const hint =
    props.adopt === true
      ? " A replacement with adopt: true adopts the same item again: to get a new one, remove adopt first."
      : "";
  runtime.log(
    `warning: ${subject}: ${id} is kept, because the resource ${keeper} of this stack has it now.${hint}`,
  );
}

/** What the state keeps of an item that was just seen. */
function seen(runtime: Runtime): Props {
  return seenAt(runtime.client().settings.baseUrl);
}

/** Whether the program uses `pulumi.secret` in inputs that the state does not remember as secret. */
function secretNamesChanged(olds: Props, news: Props): boolean {
  const remembered = secretNamesIn(olds);
  return secretNamesIn(news).some((name) => !remembered.includes(name));
}
