// The operations of resources in the engine's protocol: from messages to handlers and back.
import providerMessages, {
  type CheckRequest,
  type CheckResponse,
  type CreateRequest,
  type CreateResponse,
  type DeleteRequest,
  type DiffRequest,
  type DiffResponse,
  type ReadRequest,
  type ReadResponse,
  type UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import type { DiffResult, Failure, Props } from "../../lifecycle/handlers.ts";
import type { PluginHandlers, State } from "./plugin-handlers.ts";
import { fromStruct, toStruct } from "./values.ts";

const messages = providerMessages;

export async function check(handlers: PluginHandlers, request: CheckRequest): Promise<CheckResponse> {
  const { inputs, failures } = await handlers.check(request.getUrn(), fromStruct(request.getNews()));
  return new messages.CheckResponse().setInputs(toStruct(inputs)).setFailuresList(failures.map(checkFailure));
}

export function checkFailure({ property, reason }: Failure) {
  return new messages.CheckFailure().setProperty(property).setReason(reason);
}

export async function diff(handlers: PluginHandlers, request: DiffRequest): Promise<DiffResponse> {
  const olds = stateOf(request.getOldInputs(), request.getOlds());
  const news = fromStruct(request.getNews());
  return diffResponse(await handlers.diff(request.getUrn(), request.getId(), olds, news), olds.inputs, news);
}

function diffResponse(result: DiffResult, oldInputs: Props, news: Props): DiffResponse {
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  const response = new messages.DiffResponse()
    .setChanges(result.changes ? DIFF_SOME : DIFF_NONE)
    .setReplacesList(result.replaces)
    .setDiffsList(result.changedInputs)
    .setDeletebeforereplace(result.deleteBeforeReplace)
    .setHasdetaileddiff(result.changedInputs.length > 0);
  const details = response.getDetaileddiffMap();
  for (const name of result.changedInputs) {
    const kind = kindOf(
      Object.hasOwn(oldInputs, name),
      Object.hasOwn(news, name),
      result.replaces.includes(name),
    );
    details.set(name, new messages.PropertyDiff().setKind(kind).setInputdiff(true));
  }
  return response;
}

function kindOf(wasDeclared: boolean, isDeclared: boolean, replaces: boolean) {
  const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE } = messages.PropertyDiff.Kind;
  if (!wasDeclared) return replaces ? ADD_REPLACE : ADD;
  if (!isDeclared) return replaces ? DELETE_REPLACE : DELETE;
  return replaces ? UPDATE_REPLACE : UPDATE;
}

export async function create(handlers: PluginHandlers, request: CreateRequest): Promise<CreateResponse> {
  const news = fromStruct(request.getProperties());
  if (request.getPreview()) {
    return new messages.CreateResponse().setProperties(toStruct(handlers.previewCreate(news)));
  }
  const { id, outputs } = await handlers.create(request.getUrn(), news);
  return new messages.CreateResponse().setId(id).setProperties(toStruct(outputs));
}

/** A response without id says that the item no longer exists. */
export async function read(handlers: PluginHandlers, request: ReadRequest): Promise<ReadResponse> {
  const found = await handlers.read(request.getId(), stateOf(request.getInputs(), request.getProperties()));
  const response = new messages.ReadResponse();
  if (!found) return response;
  return response.setId(found.id).setProperties(toStruct(found.outputs)).setInputs(toStruct(found.inputs));
}

export async function update(handlers: PluginHandlers, request: UpdateRequest): Promise<UpdateResponse> {
  const olds = stateOf(request.getOldInputs(), request.getOlds());
  const news = fromStruct(request.getNews());
  const outputs = request.getPreview()
    ? handlers.previewUpdate(olds, news)
    : await handlers.update(request.getUrn(), request.getId(), olds, news);
  return new messages.UpdateResponse().setProperties(toStruct(outputs));
}

export async function remove(handlers: PluginHandlers, request: DeleteRequest): Promise<void> {
  await handlers.delete(request.getId(), stateOf(request.getOldInputs(), request.getProperties()));
}

type StructMessage = Parameters<typeof fromStruct>[0];

function stateOf(inputs: StructMessage, outputs: StructMessage): State {
  return { inputs: fromStruct(inputs), outputs: fromStruct(outputs) };
}
