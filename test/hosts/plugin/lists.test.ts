// Lists of what exists, as the engine requests them.
import type { ServiceError } from "@grpc/grpc-js";
import messages, { type ListResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, test } from "vitest";
import type { ServiceOptions } from "../../service/options.ts";
import { pluginScene } from "./operations.ts";
import type { PluginForTest } from "./plugin-for-test.ts";

interface Listed {
  readonly names: readonly string[];
  readonly ids: readonly string[];
  /** What names the next page. Empty: there is none. */
  readonly next: string;
}

function list(
  { client }: PluginForTest,
  type: string,
  { limit = 0, pageSize = 0, token = "" } = {},
): Promise<Listed> {
  const request = new messages.ListRequest()
    .setToken(`idm:index:${type}`)
    .setLimit(limit)
    .setPageSize(pageSize)
    .setContinuationToken(token);
  return new Promise((resolve, reject) => {
    const responses: ListResponse.AsObject[] = [];
    client
      .list(request)
      .on("data", (response: ListResponse) => responses.push(response.toObject()))
      .on("error", reject)
      .on("end", () => {
        const items = responses.flatMap(({ result }) => result ?? []);
        const [names, ids] = [items.map(({ name }) => name), items.map(({ id }) => id)];
        resolve({ names, ids, next: responses.at(-1)?.continuation?.continuationToken ?? "missing" });
      });
  });
}

async function sceneWithRoles(count: number, options: ServiceOptions = {}) {
  const scene = await pluginScene({}, options);
  for (let index = 0; index < count; index++) scene.service.tenant.addRole({ name: `role ${index}` });
  return scene;
}

test("a list has the id and the natural key of each item", async () => {
  const { service, plugin } = await sceneWithRoles(3);
  const ids = [...service.tenant.roles.keys()];
  const names = ["role 0", "role 1", "role 2"];
  expect(await list(plugin, "Role")).toEqual({ names, ids, next: "" });
  const domain = service.tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  expect(await list(plugin, "CustomDomain")).toEqual({
    names: ["login.example.com"],
    ids: [domain.custom_domain_id],
    next: "",
  });
});

test("a list of nothing ends with no next page", async () => {
  const { plugin } = await sceneWithRoles(0);
  expect(await list(plugin, "Role")).toEqual({ names: [], ids: [], next: "" });
});

test("a list is read over all pages of the service, and given in the pages and up to the limit that the engine wants", async () => {
  const { plugin } = await sceneWithRoles(5, { listShape: "paged", pageSize: 2 });
  const first = await list(plugin, "Role", { limit: 4, pageSize: 3 });
  expect(first.names).toEqual(["role 0", "role 1", "role 2"]);
  const second = await list(plugin, "Role", { limit: 4, pageSize: 3, token: first.next });
  expect(second).toMatchObject({ names: ["role 3"], next: "" });
  expect((await list(plugin, "Role")).names).toHaveLength(5);
});

test("an item without an id is left out with a warning", async () => {
  const withoutId = ({ id, ...item }: Record<string, unknown>) =>
    item.name === "role 1" ? item : { id, ...item };
  const { plugin } = await sceneWithRoles(3, { listedItem: withoutId });
  expect((await list(plugin, "Role")).names).toEqual(["role 0", "role 2"]);
  expect(plugin.logged).toMatchObject([{ message: expect.stringMatching(/^a role is not listed\. /) }]);
});

test.each([
  [
    "EventRedelivery",
    {},
    /there is no list of idm:index:EventRedelivery: there is one of idm:index:CustomDomain/,
  ],
  ["Role", { token: "x" }, /the continuation token is not one of this list/],
])("a list of %s with %o is refused", async (type, options, message) => {
  const { plugin } = await sceneWithRoles(1);
  const error = await list(plugin, type, options).catch((thrown: ServiceError) => thrown);
  expect(error).toMatchObject({ details: expect.stringMatching(message) });
});
