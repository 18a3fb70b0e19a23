// The functions of the package in the engine's protocol: `idm:index:getRole`.
import providerMessages, {
  type InvokeRequest,
  type InvokeResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { IdmError } from "../../errors.ts";
import { type Props, unknownValue } from "../../lifecycle/handlers.ts";
import { hidden } from "../../lifecycle/hidden.ts";
import {
  argumentFailures,
  callFunction,
  type FoundResource,
  functionName,
  hasFunction,
} from "../../lifecycle/item-function.ts";
import type { Resource } from "../../lifecycle/resource.ts";
import { handlersOf } from "../../lifecycle/resource-handlers.ts";
import { isSecretValue } from "../../lifecycle/secret-envelope.ts";
import type { EngineLog } from "./engine-log.ts";
import { storedOutputs } from "./plugin-handlers.ts";
import { checkFailure } from "./resource-service.ts";
import type { PluginRuntime } from "./runtime.ts";
import { fromStruct, toStruct, unwrapped } from "./values.ts";

const messages = providerMessages;

/** Answers calls of the functions that find items of these resources. */
export function functionCall(resources: readonly Resource[], runtime: PluginRuntime, log: EngineLog) {
  const functions = resources
    .filter(hasFunction)
    .map((resource) => ({ resource, handlers: handlersOf(resource, runtime) }));
  const byToken = new Map(functions.map((one) => [`idm:index:${functionName(one.resource)}`, one]));
  return async (request: InvokeRequest): Promise<InvokeResponse> => {
    const found = byToken.get(request.getTok());
    if (!found) throw unknownFunctionError(request.getTok(), [...byToken.keys()]);
    const given = fromStruct(request.getArgs());
    const find = (args: Props) => callFunction(found.resource, runtime, found.handlers, args);
    try {
      return await runtime.inFlight.run(() => answer(found.resource, given, find));
    } finally {
      await log.flush();
    }
  };
}

/** `given` are the arguments with envelopes. `find` gets them without, and with the names of those that are secret. */
async function answer(
  resource: FoundResource,
  given: Props,
  find: (args: Props) => Promise<Props>,
): Promise<InvokeResponse> {
  const response = new messages.InvokeResponse();
  const args = unwrapped(given);
  // The engine accepts no unknown values in the result. What is missing in a preview is unknown to a program.
  if (Object.values(args).includes(unknownValue)) return response.setReturn(toStruct({}));
  const failures = argumentFailures(resource, args);
  if (failures.length > 0) return response.setFailuresList(failures.map(checkFailure));
  const secrets = Object.keys(given).filter((name) => isSecretValue(given[name]));
  const outputs = await find({ ...args, [hidden.secrets]: secrets });
  return response.setReturn(toStruct(storedOutputs(resource, outputs)));
}

function unknownFunctionError(token: string, known: readonly string[]): IdmError {
  return new IdmError("ERR_IDM_INPUT", `this provider has no function ${token}: it has ${known.join(", ")}`);
}
