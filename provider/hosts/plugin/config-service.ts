// The configuration of a provider resource in the engine's protocol.
import messages, {
  type CheckRequest,
  type CheckResponse,
  type ConfigureRequest,
  type ConfigureResponse,
  type DiffRequest,
  type DiffResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import {
  isSecretSetting,
  isSettingName,
  type SettingName,
  settingTable,
  variableName,
} from "../../config/setting-table.ts";
import { unknownSetting } from "../../config/setting-warnings.ts";
import { type Props, unknownValue } from "../../lifecycle/handlers.ts";
import { isSecretValue, secretValue } from "../../lifecycle/secret-envelope.ts";
import { unary } from "./calls.ts";
import { type EngineLog, withUrn } from "./engine-log.ts";
import { copiedCredentials, inspectArguments, placeOf, unknownNames } from "./provider-arguments.ts";
import { checkFailure } from "./resource-service.ts";
import type { PluginRuntime } from "./runtime.ts";
import { fromStruct, toStruct, unwrapped } from "./values.ts";

/** The calls that check, compare and take over the settings. */
export function configCalls(runtime: PluginRuntime, log: EngineLog) {
  const created = new Set<string>();
  return {
    checkConfig: unary((request: CheckRequest) =>
      told(request, log, () => {
        if (Object.keys(fromStruct(request.getOlds())).length === 0) created.add(request.getUrn());
        return checkConfig(request, log);
      }),
    ),
    diffConfig: unary((request: DiffRequest) =>
      told(request, log, () => diffConfig(request, log, created.has(request.getUrn()))),
    ),
    configure: unary((request: ConfigureRequest) => configure(request, runtime)),
  };
}

/** The log lines of the call are shown with the provider resource. */
function told<T>(request: { getUrn(): string }, log: EngineLog, call: () => T): Promise<T> {
  return withUrn(request.getUrn(), async () => {
    const response = call();
    await log.flush();
    return response;
  });
}

/**
 * Checks everything that is set. What is missing is told later: a preview needs no credentials, and a check does not
 * know whether this is a preview.
 */
function checkConfig(request: CheckRequest, log: EngineLog): CheckResponse {
  const news = fromStruct(request.getNews());
  const provider = { urn: request.getUrn(), values: unwrapped(news) };
  const place = placeOf(provider);
  const unknown = unknownNames(provider.values);
  const { settings, wrong } = inspectArguments(provider);
  log.isJson = () => settings.logsJson;
  for (const name of unknown)
    for (const warning of unknownSetting(name, place, process.env.PULUMI_PROJECT))
      log.log(`warning: ${warning}`);
  const failures = wrong.map(({ settings: names, text }) => ({
    property: printableProperty(names, news),
    reason: text,
  }));
  const left = [...unknown, ...copiedCredentials(provider)];
  return new messages.CheckResponse()
    .setInputs(toStruct(checkedArguments(news, left)))
    .setFailuresList(failures.map(checkFailure));
}

/**
 * The property of a failure, where the engine may print its value. A text may be a secret under a wrong name, and an
 * address may contain a password: those failures name the setting in their reason only.
 */
function printableProperty([name, ...others]: readonly SettingName[], news: Props): string {
  if (name === undefined || others.length > 0 || isSecretValue(news[name])) return "";
  return ["number", "boolean"].includes(settingTable[name].kind) && news[name] !== undefined ? name : "";
}

/** The arguments that the state keeps. Credentials are secrets, and so is what the program marks as one. */
function checkedArguments(news: Props, left: readonly string[]): Props {
  const kept = Object.entries(news).filter(([name]) => !left.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const plain = unwrapped(value);
      return [name, isSecretValue(value) || isCredential(name, plain) ? secretValue(plain) : plain];
    }),
  );
}

function isCredential(name: string, value: unknown): boolean {
  if (value === null || value === unknownValue) return false;
  return isSettingName(name) && isSecretSetting(name);
}

/**
 * Only another address is a change. Credentials and limits say how the tenant is reached, and are taken over without
 * one. Nothing is replaced: the resources of a tenant that has moved are found at its new address. A provider resource
 * that this run creates has no earlier address: the engine compares it with that of a resource which is given to it.
 * The diff of that resource warns.
 */
function diffConfig(request: DiffRequest, log: EngineLog, isCreated: boolean): DiffResponse {
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  const before = addressIn(fromStruct(request.getOldInputs()));
  const after = addressIn(fromStruct(request.getNews()));
  if (before === after) return new messages.DiffResponse().setChanges(DIFF_NONE);
  const areKnown = ![before, after].some((address) => address === undefined || address === unknownValue);
  if (areKnown && !isCreated) log.logOnce(addressWarning(request.getUrn()));
  const response = new messages.DiffResponse()
    .setChanges(DIFF_SOME)
    .setDiffsList(["baseUrl"])
    .setHasdetaileddiff(true);
  const { UPDATE } = messages.PropertyDiff.Kind;
  const update = new messages.PropertyDiff().setKind(UPDATE).setInputdiff(true);
  response.getDetaileddiffMap().set("baseUrl", update);
  return response;
}

/** Of the arguments of a provider resource, or of the environment that they leave it to. */
function addressIn(values: Props): unknown {
  return unwrapped(values).baseUrl ?? process.env[variableName("baseUrl")];
}

/** Shows no address: the engine does not tell this call which arguments the program marks as secrets. */
function addressWarning(urn: string): string {
  const name = placeOf({ urn }).keyOf("baseUrl");
  return `warning: ${name} has changed. The resources are looked for at the new address. At another tenant they fail, and nothing is changed.`;
}

/** Keeps the settings. Wrong ones are told by the operations: in a refresh or destroy, no check comes before. */
async function configure(request: ConfigureRequest, runtime: PluginRuntime): Promise<ConfigureResponse> {
  const args = fromStruct(request.getArgs());
  const isAddressSecret = isSecretValue(args.baseUrl);
  runtime.configure({ urn: request.getUrn() ?? "", values: unwrapped(args), isAddressSecret });
  return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
}
