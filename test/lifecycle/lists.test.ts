// Lists of unusual shapes in look-ups: what cannot be understood is never taken for a list without the item.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { worldForTest } from "../resources/stack-for-test.ts";
import type { Service } from "../service/service.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;
const admin = role({ name: "admin", adopt: true });
const found = { id: "rol_1", name: "admin", description: "" };

const lists = ({ requests }: Service) => requests.api.filter(({ method }) => method === "GET");
const posts = ({ requests }: Service) => requests.writes.filter(({ method }) => method === "POST");

function answerLists(service: Service, body: unknown, times = 1): void {
  service.faults.add({ kind: "status", status: 200, body, method: "GET", path: /\/roles$/, times });
}

test.each<[string, object]>([
  ["beside an empty array of errors", { errors: [], roles: [found] }],
  ["beside a filled array of warnings", { warnings: [{ code: "slow" }], roles: [found] }],
  ["in another case", { links: [], Roles: [found] }],
  ["under another name", { errors: [], data: [found] }],
  ["beside an empty array of another name", { included: [], data: [found] }],
  ["beside an array of strings", { fields: ["id", "name"], data: [found] }],
])("a list is found %s", async (_where, body) => {
  const { service, stack, up } = await worldForTest();
  answerLists(service, body);
  await up({ r: admin });
  expect(stack.state.get("r")?.id).toBe("rol_1");
  expect(posts(service)).toEqual([]);
});

test.each<[string, unknown]>([
  ["an array of errors alone", { errors: [] }],
  ["two empty arrays of unknown names", { data: [], included: [] }],
  ["two filled arrays of unknown names", { data: [found], included: [{ id: "rol_2", name: "admin" }] }],
  ["an object in an object", { data: { roles: [] } }],
  ["a string", "none"],
  ["an item that is not an object", ["rol_1"]],
  ["an item without an id", { roles: [{ name: "admin" }] }],
  ["an item without a name", { roles: [{ id: "rol_1" }] }],
  ["a total of 3 and no item", { start: 0, limit: 50, total: 3, roles: [] }],
])("a list with %s is an error, and nothing is created", async (_what, body) => {
  const { service, fail } = await worldForTest();
  answerLists(service, body, 100);
  expect(await fail(admin)).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(posts(service)).toEqual([]);
});

test("a list that says that it has more, but repeats its first page, is an error", async () => {
  const { service, fail } = await worldForTest();
  answerLists(service, { start: 0, limit: 1, total: 2, roles: [{ id: "rol_0", name: "other" }] }, 100);
  expect(await fail(admin)).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(lists(service)).toHaveLength(2);
  expect(posts(service)).toEqual([]);
});

test("a list that never ends is an error, and nothing is created", { timeout: 60_000 }, async () => {
  const { service, fail } = await worldForTest({ listShape: "endless" }, { retryDeadlineMs: 60_000 });
  expect(await fail(admin)).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(lists(service)).toHaveLength(1_000);
  expect(posts(service)).toEqual([]);
});

test("a bare array is the whole list where the service refuses the parameter page", async () => {
  const { service, stack, up } = await worldForTest({ refusedListParameters: ["page"] });
  const { id } = service.tenant.addRole({ name: "admin" });
  await up({ r: admin, other: role({ name: "other", adopt: true }) });
  expect(stack.state.get("r")?.id).toBe(id);
  expect(posts(service)).toHaveLength(1);
});

test("a list that tells its total, but not where a page starts, is read to its end", async () => {
  const { service, stack, up } = await worldForTest();
  answerLists(service, { total: 2, roles: [{ id: "rol_0", name: "other" }] });
  answerLists(service, { total: 2, roles: [found] });
  await up({ r: admin });
  expect(stack.state.get("r")?.id).toBe("rol_1");
});

test("a list that cannot be understood leaves the outcome of a create unknown", async () => {
  const { service, fail } = await worldForTest();
  service.faults.add({ kind: "reset-after", method: "POST", path: /\/roles$/ });
  answerLists(service, { errors: [] }, 100);
  expect(await fail(role({ name: "admin" }))).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
  expect(posts(service)).toHaveLength(1);
});
