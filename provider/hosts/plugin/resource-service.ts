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
import type { Failure, TimeLimit } from "../../lifecycle/handlers.ts";
import type { PartDiff } from "./detailed-diff.ts";
import type { PluginDiff, PluginHandlers } from "./plugin-handlers.ts";
import { fromStruct, type State, toStruct } from "./values.ts";

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
  return diffResponse(await handlers.diff(request.getUrn(), request.getId(), olds, news));
}

function diffResponse(result: PluginDiff): DiffResponse {
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  const response = new messages.DiffResponse()
    .setChanges(result.changes ? DIFF_SOME : DIFF_NONE)
    .setReplacesList(result.replaces)
    .setStablesList([...result.stables])
    .setDiffsList(result.changedInputs)
    .setDeletebeforereplace(result.deleteBeforeReplace)
    .setHasdetaileddiff(result.details.size > 0);
  const details = response.getDetaileddiffMap();
  for (const [path, part] of result.details) details.set(path, partDiff(part));
  return response;
}

function partDiff({ kind, replaces, inputDiff }: PartDiff) {
  const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE } = messages.PropertyDiff.Kind;
  const kinds = {
    add: [ADD, ADD_REPLACE],
    delete: [DELETE, DELETE_REPLACE],
    update: [UPDATE, UPDATE_REPLACE],
  };
  const [plain, replacing] = kinds[kind] as [typeof ADD, typeof ADD];
  return new messages.PropertyDiff().setKind(replaces ? replacing : plain).setInputdiff(inputDiff);
}

export async function create(handlers: PluginHandlers, request: CreateRequest): Promise<CreateResponse> {
  const news = fromStruct(request.getProperties());
  if (request.getPreview()) {
    return new messages.CreateResponse().setProperties(toStruct(handlers.previewCreate(news)));
  }
  const { id, outputs } = await handlers.create(request.getUrn(), news, limitOf(request, "create"));
  return new messages.CreateResponse().setId(id).setProperties(toStruct(outputs));
}

/** A response without id says that the item no longer exists. */
export async function read(handlers: PluginHandlers, request: ReadRequest): Promise<ReadResponse> {
  const state = stateOf(request.getInputs(), request.getProperties());
  const found = await handlers.read(request.getUrn(), request.getId(), state, limitOf(request, "read"));
  const response = new messages.ReadResponse();
  if (!found) return response;
  return response.setId(found.id).setProperties(toStruct(found.outputs)).setInputs(toStruct(found.inputs));
}

export async function update(handlers: PluginHandlers, request: UpdateRequest): Promise<UpdateResponse> {
  const olds = stateOf(request.getOldInputs(), request.getOlds());
  const news = fromStruct(request.getNews());
  const outputs = request.getPreview()
    ? handlers.previewUpdate(olds, news)
    : await handlers.update(request.getUrn(), request.getId(), olds, news, limitOf(request, "update"));
  return new messages.UpdateResponse().setProperties(toStruct(outputs));
}

export async function remove(handlers: PluginHandlers, request: DeleteRequest): Promise<void> {
  const state = stateOf(request.getOldInputs(), request.getProperties());
  await handlers.delete(request.getUrn(), request.getId(), state, limitOf(request, "delete"));
}

/** What the resource option `customTimeouts` says of the operation. */
function limitOf(request: { getTimeout(): number }, operation: string): TimeLimit | undefined {
  const seconds = request.getTimeout();
  return seconds > 0 ? { ms: seconds * 1000, name: `customTimeouts.${operation}` } : undefined;
}

type StructMessage = Parameters<typeof fromStruct>[0];

function stateOf(inputs: StructMessage, outputs: StructMessage): State {
  return { inputs: fromStruct(inputs), outputs: fromStruct(outputs) };
}
