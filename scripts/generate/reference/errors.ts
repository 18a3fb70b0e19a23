// Which errors a resource or a function can have, and when: derived from its table.
import type { IdmErrorCode } from "../../../provider/errors.ts";
import type { FoundResource } from "../../../provider/lifecycle/item-function.ts";
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { table } from "./markdown.ts";
import { requestsOf } from "./requests.ts";

/** When an error comes; undefined where it cannot come. */
type Errors = Readonly<Partial<Record<IdmErrorCode, string | undefined>>>;

/** The errors of a resource. Those that its table declares come instead of the derived ones. */
export function resourceErrors(resource: Resource): string {
  const { noun, collection, errors = {} } = resource;
  const isRead = requestsOf(resource).some(({ method }) => method === "GET");
  const key = collection?.naturalKey;
  return errorTable({
    ...commonErrors(resource),
    ERR_IDM_INPUT: "An input is not allowed, or does not fit what exists at the service.",
    ERR_IDM_OTHER_ADDRESS: isRead
      ? `\`idm:baseUrl\` has changed, and the ${noun} is not at the new address.`
      : undefined,
    ERR_IDM_UNKNOWN_OUTCOME:
      collection && `The service may have created the ${noun}, and a look-up did not tell.`,
    ERR_IDM_AMBIGUOUS:
      key && !key.isUnique ? `Several ${noun}s have the same \`${key.property}\`.` : undefined,
    ERR_IDM_PARTIAL_CREATE:
      collection && `The ${noun} exists, but is not yet as declared. The state keeps it.`,
    ...errors,
  });
}

/** The errors of the function that finds an item. */
export function functionErrors(resource: FoundResource): string {
  const { noun, collection } = resource;
  const { naturalKey, functionArguments } = collection;
  const isAmbiguous = functionArguments.includes(naturalKey.property) && !naturalKey.isUnique;
  return errorTable({
    ...commonErrors(resource),
    ERR_IDM_INPUT: `No ${noun} is like this, or not exactly one argument is set.`,
    ERR_IDM_AMBIGUOUS: isAmbiguous ? `Several ${noun}s have this \`${naturalKey.property}\`.` : undefined,
  });
}

function commonErrors(resource: Resource): Errors {
  const isConventional = requestsOf(resource).some(({ isDocumented }) => !isDocumented);
  return {
    ERR_IDM_CONFIG: "A setting is missing or wrong.",
    ERR_IDM_API: "The service refused a request: the message has the status, the reason and a missing scope.",
    ERR_IDM_UNSUPPORTED_OPERATION: isConventional
      ? "The service does not offer a conventional request."
      : undefined,
    ERR_IDM_NETWORK: "No connection, or it broke.",
    ERR_IDM_TIMEOUT: "No response, or not done, within the time limit.",
    ERR_IDM_ABORTED: "You stopped the run.",
    ERR_IDM_RESPONSE_SHAPE: "A response is not what the service documents.",
    ERR_IDM_INTERNAL: "An error in the code of this provider.",
  };
}

/** In the order of the codes, so that the same error stands at the same place of each page. */
function errorTable(errors: Errors): string {
  const rows = Object.entries(errors)
    .filter(([, when]) => when !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([errorCode, when = ""]) => [`[\`${errorCode}\`](../errors/${fileOfCode(errorCode)}.md)`, when]);
  return table(["Code", "When"], rows);
}

/** `err-idm-api` for `ERR_IDM_API` */
function fileOfCode(errorCode: string): string {
  return errorCode.toLowerCase().replaceAll("_", "-");
}
