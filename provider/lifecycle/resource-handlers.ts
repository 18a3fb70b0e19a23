// The handlers of a resource: what happens when the engine checks, diffs, creates, reads, updates or deletes it.
import { PartialCreateError } from "../errors.ts";
import { checkInputs } from "./check.ts";
import { type Change, compare } from "./compare.ts";
import { IncompleteError, type Runtime } from "./context.ts";
import type {
  CheckResult,
  CreateResult,
  DiffResult,
  Handlers,
  Props,
  ReadResult,
  UpdateResult,
} from "./handlers.ts";
import { secretNamesIn } from "./hidden.ts";
import { Ownership } from "./ownership.ts";
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
  readonly ownership: Ownership;
  readonly runtime: Runtime;
  /** The ids of the items for which this process has warned of a replacement. */
  readonly replacementWarnings: Set<string>;
}

/** Creates the handlers of a resource. */
export function handlersOf(resource: Resource, runtime: Runtime): Handlers {
  const shared: Shared = {
    resource,
    verbs: verbsOf(resource),
    ownership: new Ownership(),
    runtime,
    replacementWarnings: new Set(),
  };
  return {
    check: (_olds, news) => check(shared, news),
    diff: (id, olds, news) => diff(shared, id, olds, news),
    create: (inputs) => create(shared, inputs),
    read: (id, props) => read(shared, id, props),
    update: (id, olds, news) => update(shared, id, olds, news),
    delete: (id, props) => deleteResource(shared, id, props),
  };
}

async function check({ resource, runtime }: Shared, news: Props): Promise<CheckResult> {
  const redaction = new Redaction(resource, [news]);
  const failures = checkInputs(resource, news).map((failure) => redaction.failure(failure));
  if (failures.length === 0)
    for (const warning of resource.warnings?.(news) ?? [])
      runtime.log(redaction.text(`warning: ${subjectOf(resource, news)}: ${warning}`));
  return { inputs: news, failures };
}

async function diff(shared: Shared, id: string, olds: Props, news: Props): Promise<DiffResult> {
  const { resource, runtime } = shared;
  runtime.journal().markStored(id);
  const changes = changesOf(resource, olds, news);
  const replaces = changes.filter((change) => change.replaces).map((change) => change.key);
  if (replaces.length > 0) warnOfReplacement(shared, id, [olds, news], replaces);
  return {
    changes: changes.length > 0 || secretNamesChanged(olds, news) || resource.isStale?.(olds) === true,
    changedInputs: changes.map(({ key }) => key),
    replaces,
    deleteBeforeReplace: replaces.length > 0 && resource.collection?.naturalKey.isUnique === true,
  };
}

/** The engine calls diff several times in a run: one warning is enough. */
function warnOfReplacement(
  { resource, runtime, replacementWarnings }: Shared,
  id: string,
  [olds, news]: readonly [Props, Props],
  changed: readonly string[],
): void {
  const warning = resource.replacementWarning?.(olds, changed);
  if (warning === undefined || replacementWarnings.has(id)) return;
  replacementWarnings.add(id);
  const redaction = new Redaction(resource, [olds, news]);
  runtime.log(redaction.text(`warning: ${subjectOf(resource, { ...olds, id })}: ${warning}`));
}

async function create(shared: Shared, news: Props): Promise<CreateResult> {
  const { resource, verbs, ownership, runtime } = shared;
  try {
    const item = await runVerb(resource, runtime, [news], (context) =>
      verbs.create(context, withoutHidden(news)),
    );
    const state = stateAfterWrite(resource.inputs, item.props, news);
    return { id: item.id, outs: { ...state, ...ownership.assign(item.id) } };
  } catch (error) {
    throw error instanceof IncompleteError ? partialCreateError(shared, error, news) : error;
  }
}

/** The error with which the engine keeps the item in the state as partly created. */
function partialCreateError(
  { resource, ownership }: Shared,
  error: IncompleteError,
  news: Props,
): PartialCreateError {
  const { id, props } = error.item;
  const state = stateAfterPartialCreate(resource.inputs, props, news);
  return new PartialCreateError(id, { ...state, ...ownership.assign(id) }, error);
}

async function read({ resource, verbs, runtime }: Shared, id: string, props: Props): Promise<ReadResult> {
  runtime.journal().markStored(id);
  const { read: readVerb } = verbs;
  if (!readVerb) return { id, props, inputs: inputsOf(resource.inputs, props) };
  const item = await runVerb(resource, runtime, [{ ...props, id }], (context) =>
    readVerb(context, id, props),
  );
  if (!item) return {};
  const state = stateAfterRead(resource.inputs, item.props, props);
  return { id: item.id, props: state, inputs: inputsOf(resource.inputs, state) };
}

async function update(
  { resource, verbs, runtime }: Shared,
  id: string,
  olds: Props,
  news: Props,
): Promise<UpdateResult> {
  const patch = patchOf(changesOf(resource, olds, news));
  const isRequestNeeded = Object.keys(patch).length > 0 || resource.isStale?.(olds) === true;
  const { update: updateVerb } = verbs;
  if (!updateVerb || !isRequestNeeded) return { outs: stateAfterUpdate(resource.inputs, {}, olds, news) };
  const item = await runVerb(resource, runtime, [olds, news], (context) =>
    updateVerb(context, id, patch, withoutHidden(news)),
  );
  return { outs: stateAfterUpdate(resource.inputs, item.props, { ...olds, ...patch }, news) };
}

async function deleteResource(shared: Shared, id: string, props: Props): Promise<void> {
  const { resource, verbs, ownership, runtime } = shared;
  runtime.journal().markStored(id);
  const { delete: deleteVerb } = verbs;
  if (!deleteVerb) return;
  if (ownership.isLost(id, props)) return warnOfLostItem(shared, id, props);
  await runVerb(resource, runtime, [{ ...props, id }], (context) => deleteVerb(context, id, props));
}

function warnOfLostItem({ resource, runtime }: Shared, id: string, props: Props): void {
  const subject = new Redaction(resource, [props]).text(subjectOf(resource, { ...props, id }));
  runtime.log(`warning: ${subject}: ${id} is kept, because another resource of this stack has adopted it.`);
}

function changesOf({ inputs }: Resource, olds: Props, news: Props): Change[] {
  return compare(inputs, olds, rememberedKeys(inputs, olds), withoutHidden(news));
}

/** The inputs to send, with their new values. */
function patchOf(changes: readonly Change[]): Props {
  return Object.fromEntries(changes.flatMap(({ key, send }) => (send ? [[key, send.value]] : [])));
}

/** Whether the program uses `pulumi.secret` in inputs that the state does not remember as secret. */
function secretNamesChanged(olds: Props, news: Props): boolean {
  const remembered = secretNamesIn(olds);
  return secretNamesIn(news).some((name) => !remembered.includes(name));
}
