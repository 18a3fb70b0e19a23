// The engine's lists of what exists: `pulumi do idm:index:Role list`.
import type { handleServerStreamingCall } from "@grpc/grpc-js";
import messages, { type ListRequest, type ListResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { IdmError } from "../../errors.ts";
import { allKeys, type ListedKey } from "../../lifecycle/item-requests.ts";
import type { CollectionResource, Resource } from "../../lifecycle/resource.ts";
import type { EngineLog } from "./engine-log.ts";
import { grpcError } from "./errors.ts";
import type { PluginRuntime } from "./runtime.ts";

/** A part of a list. */
interface Page {
  readonly items: readonly ListedKey[];
  /** What the request for the next page names. Empty: there is none. */
  readonly next: string;
}

/** Answers lists of the resources that have a collection. */
export function listingCall(
  resources: readonly Resource[],
  runtime: PluginRuntime,
  log: EngineLog,
): handleServerStreamingCall<ListRequest, ListResponse> {
  const listable = resources.filter((resource) => resource.collection !== undefined) as CollectionResource[];
  const byToken = new Map(listable.map((resource) => [`idm:index:${resource.type}`, resource]));
  const find = (token: string) => byToken.get(token) ?? refuse(token, [...byToken.keys()]);
  const answer = async (request: ListRequest) => {
    try {
      const list = () => itemsOf(find(request.getToken()), runtime);
      return pageOf(await runtime.inFlight.run(list), request);
    } finally {
      await log.flush();
    }
  };
  return (call) => {
    answer(call.request).then(
      (page) => {
        for (const response of responsesOf(page)) call.write(response);
        call.end();
      },
      (error) => call.emit("error", grpcError(error)),
    );
  };
}

function refuse(token: string, tokens: readonly string[]): never {
  throw new IdmError("ERR_IDM_INPUT", `there is no list of ${token}: there is one of ${tokens.join(", ")}`);
}

/** All items, in the order of the service. One that cannot be read is left out with a warning. */
function itemsOf(resource: CollectionResource, runtime: PluginRuntime): Promise<ListedKey[]> {
  const { noun } = resource;
  const client = runtime.client();
  return client.operate(`List of ${noun}s`, (operation) =>
    allKeys({ client, operation }, resource, (error) =>
      runtime.log(`warning: a ${noun} is not listed. ${error.withoutAdvice}`),
    ),
  );
}

/** The page that the request names. The token of a page is the number of items before it. */
function pageOf(all: readonly ListedKey[], request: ListRequest): Page {
  const end = request.getLimit() > 0 ? Math.min(request.getLimit(), all.length) : all.length;
  const from = Number(request.getContinuationToken() || 0);
  if (!Number.isSafeInteger(from) || from < 0)
    throw new IdmError("ERR_IDM_INPUT", "the continuation token is not one of this list");
  const to = request.getPageSize() > 0 ? Math.min(from + request.getPageSize(), end) : end;
  return { items: all.slice(from, to), next: to < end ? String(to) : "" };
}

function responsesOf({ items, next }: Page): ListResponse[] {
  const { Result, Continuation } = messages.ListResponse;
  const results = items.map(({ id, key = "" }) =>
    new messages.ListResponse().setResult(new Result().setId(id).setName(key)),
  );
  const continuation = new Continuation().setContinuationToken(next);
  return [...results, new messages.ListResponse().setContinuation(continuation)];
}
