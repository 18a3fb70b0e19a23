import messages, {
  type CheckResponse,
  type CreateResponse,
  type DiffResponse,
  type PropertyDiff,
  type ReadResponse,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { onTestFinished } from "vitest";
import { fromStruct, type State, toStruct } from "../../../provider/hosts/plugin/values.ts";
import type { Props } from "../../../provider/lifecycle/handlers.ts";
import type { ServiceOptions } from "../../service/options.ts";
import type { Service } from "../../service/service.ts";
import { serviceForTest } from "../../service/service-for-test.ts";
import { call, configure, type PluginForTest, startPlugin, urnOf } from "./plugin-for-test.ts";

/** A resource as the engine keeps it. */
export interface Stored extends State {
  readonly id: string;
}

/** The operations of one resource, as the engine calls them. Timeouts are in seconds. */
export interface Operations {
  readonly urn: string;
  check(news: Props): Promise<Pick<CheckResponse.AsObject, "failuresList"> & { inputs: Props }>;
  diff(old: Stored, news: Props): Promise<DiffResponse.AsObject & { details: Record<string, string> }>;
  create(news: Props, timeout?: number): Promise<Stored>;
  previewCreate(news: Props): Promise<Props>;
  read(old: Stored, timeout?: number): Promise<Stored | undefined>;
  update(old: Stored, news: Props, timeout?: number): Promise<Stored>;
  previewUpdate(old: Stored, news: Props): Promise<Props>;
  delete(old: Stored, timeout?: number): Promise<void>;
}

/** A stand-in service and a plugin that is configured for it, with `settings` besides. Both end with the test. */
export async function pluginScene(
  settings: Props = {},
  options: ServiceOptions = {},
): Promise<{ service: Service; plugin: PluginForTest }> {
  const service = await serviceForTest(options);
  const plugin = await startPlugin();
  onTestFinished(() => plugin.close());
  const { baseUrl, authUrl, client } = service;
  await configure(plugin, {
    baseUrl,
    authUrl,
    clientId: client.id,
    clientSecret: client.secret,
    ...settings,
  });
  return { service, plugin };
}

export function operationsOf(plugin: PluginForTest, type: string, name?: string): Operations {
  const urn = urnOf(type, name);
  const createRequest = (news: Props) =>
    new messages.CreateRequest().setUrn(urn).setProperties(toStruct(news));
  const updateRequest = ({ id, inputs, outputs }: Stored, news: Props) =>
    new messages.UpdateRequest()
      .setUrn(urn)
      .setId(id)
      .setOlds(toStruct(outputs))
      .setOldInputs(toStruct(inputs))
      .setNews(toStruct(news));
  return {
    urn,
    async check(news) {
      const request = new messages.CheckRequest().setUrn(urn).setNews(toStruct(news));
      const response = await call<unknown, CheckResponse>(plugin, "check", request);
      return { ...response.toObject(), inputs: fromStruct(response.getInputs()) };
    },
    async diff({ id, inputs, outputs }, news) {
      const request = new messages.DiffRequest()
        .setUrn(urn)
        .setId(id)
        .setOlds(toStruct(outputs))
        .setOldInputs(toStruct(inputs))
        .setNews(toStruct(news));
      const response = (await call<unknown, DiffResponse>(plugin, "diff", request)).toObject();
      return { ...response, details: Object.fromEntries(response.detaileddiffMap.map(described)) };
    },
    async create(news, timeout = 0) {
      const request = createRequest(news).setTimeout(timeout);
      const response = await call<unknown, CreateResponse>(plugin, "create", request);
      return { id: response.getId(), inputs: news, outputs: fromStruct(response.getProperties()) };
    },
    async previewCreate(news) {
      const request = createRequest(news).setPreview(true);
      return fromStruct((await call<unknown, CreateResponse>(plugin, "create", request)).getProperties());
    },
    async read({ id, inputs, outputs }, timeout = 0) {
      const request = new messages.ReadRequest()
        .setUrn(urn)
        .setId(id)
        .setProperties(toStruct(outputs))
        .setInputs(toStruct(inputs))
        .setTimeout(timeout);
      const found = await call<unknown, ReadResponse>(plugin, "read", request);
      if (found.getId() === "") return undefined;
      return {
        id: found.getId(),
        inputs: fromStruct(found.getInputs()),
        outputs: fromStruct(found.getProperties()),
      };
    },
    async update(old, news, timeout = 0) {
      const request = updateRequest(old, news).setTimeout(timeout);
      const response = await call<unknown, UpdateResponse>(plugin, "update", request);
      return { id: old.id, inputs: news, outputs: fromStruct(response.getProperties()) };
    },
    async previewUpdate(old, news) {
      const request = updateRequest(old, news).setPreview(true);
      return fromStruct((await call<unknown, UpdateResponse>(plugin, "update", request)).getProperties());
    },
    async delete({ id, inputs, outputs }, timeout = 0) {
      const request = new messages.DeleteRequest()
        .setUrn(urn)
        .setId(id)
        .setProperties(toStruct(outputs))
        .setOldInputs(toStruct(inputs))
        .setTimeout(timeout);
      await call(plugin, "delete", request);
    },
  };
}

const kindNames = Object.fromEntries(
  Object.entries(messages.PropertyDiff.Kind).map(([name, kind]) => [kind, name]),
);

/** `["name", "UPDATE"]`; with "of the outputs" where the old value is not that of the inputs. */
function described([path, { kind, inputdiff }]: [string, PropertyDiff.AsObject]): [string, string] {
  return [path, `${kindNames[kind]}${inputdiff ? "" : " of the outputs"}`];
}
