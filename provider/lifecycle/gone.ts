// What counts as gone: docs/service.md, "Errors".
import type { ApiCall } from "../client/api-call.ts";
import { ApiError, asSentence, IdmError } from "../errors.ts";

/**
 * Whether the service itself has answered that the item does not exist. A token request can fail with the same status,
 * and so can a proxy whose service is away, and an operation that the service does not know.
 */
export function isGoneError(error: unknown, { path }: ApiCall): error is ApiError {
  if (!(error instanceof ApiError) || !error.isOwn || error.path !== path) return false;
  if (error.code === "ERR_IDM_UNSUPPORTED_OPERATION") return false;
  return error.status === 404 || error.status === 410;
}

/** A request for an item that was refused without a word about the item. */
interface VagueRefusal {
  readonly refused: ApiError;
  readonly call: ApiCall;
  readonly noun: string;
  readonly id: string;
  /** Path of the list that is to show whether the item exists. */
  readonly list: string;
}

/** Throws when the list has the item, or cannot be read: then nothing shows that the item is gone. */
export async function assertNotListed(
  list: Promise<readonly { readonly id: string }[]>,
  refusal: VagueRefusal,
): Promise<void> {
  const items = await list.catch((error: unknown) => {
    throw error instanceof IdmError ? unreadableList(refusal, error) : error;
  });
  if (items.some(({ id }) => id === refusal.id)) throw listed(refusal);
}

/** The item is there: it is the operation that the service does not know. */
function listed({ refused, call, noun, id, list }: VagueRefusal): ApiError {
  const fact = `The ${noun} ${id} exists, as GET ${list} shows: the service does not support this operation, or a gateway in front of it does not pass it on.`;
  return new ApiError(
    `${asSentence(refused.withoutAdvice)} ${fact}`,
    refused,
    "ERR_IDM_UNSUPPORTED_OPERATION",
    { cause: refused, advice: call.workaround },
  );
}

function unreadableList({ refused, call, noun, id, list }: VagueRefusal, error: IdmError): ApiError {
  const fact = `That does not say whether the ${noun} ${id} exists, and the list cannot be read: ${asSentence(error.withoutAdvice)}`;
  const advice = [
    `Check that idm:baseUrl (IDM_BASE_URL) is the address of the API itself, and that the client may read GET ${list}.`,
    `Or the service does not support this operation. ${call.workaround ?? ""}`,
    // The workaround of a delete says it.
    call.method === "GET" &&
      `If the ${noun} no longer exists, remove the resource with pulumi state delete URN.`,
  ];
  return new ApiError(`${asSentence(refused.withoutAdvice)} ${fact}`, refused, "ERR_IDM_API", {
    cause: error,
    advice: advice.filter(Boolean).join(" "),
  });
}
