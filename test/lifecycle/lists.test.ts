// Lists of unusual shapes in look-ups: what cannot be understood is never taken for a list without the item.
import { expect, test } from "vitest";
import type { Props } from "../../provider/lifecycle/handlers.ts";
import { worldForTest } from "../resources/stack-for-test.ts";
import type { Service } from "../service/service.ts";

const role = (inputs: Props) => ({ type: "Role", inputs }) as const;
const admin = role({ name: "admin", adopt: true });
const found = { id: "rol_1", name: "admin", description: "" };
const other = { id: "rol_0", name: "other", description: "" };
const list = { kind: "status", status: 200, method: "GET", path: /\/roles$/ } as const;

const lists = ({ requests }: Service) => requests.api.filter(({ method }) => method === "GET");
const posts = ({ requests }: Service) => requests.writes.filter(({ method }) => method === "POST");

function answerLists(service: Service, body: unknown, times = 1): void {
  service.faults.add({ ...list, body, times });
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
  // Page 2 shows that pages are not counted from 1 either.
  expect(lists(service)).toHaveLength(3);
  expect(posts(service)).toEqual([]);
});

test("a list that repeats its cursor is an error at the first repeat", async () => {
  const { service, fail } = await worldForTest();
  answerLists(service, { roles: [other], next: "again" }, 100);
  expect(await fail(admin)).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(lists(service)).toHaveLength(2);
  expect(posts(service)).toEqual([]);
});

test.each<[string, object, Record<string, string>?]>([
  ["has_more", { has_more: true }],
  ["hasMore", { hasMore: true, object: "list" }],
  ["truncated", { truncated: true }],
  ["next_cursor", { next_cursor: "abc" }],
  ["nextPageToken", { nextPageToken: "abc" }],
  ["@odata.nextLink", { "@odata.nextLink": "https://idm.example.com/roles?$skip=50" }],
  ["next with an address", { next: "https://idm.example.com/roles?offset=50" }],
  ["next with an object", { next: { after: 0 } }],
  ["next with a number", { next: 50 }],
  ["links.next", { links: { next: "/api/v2/roles/page/2" } }],
  ["_links.next", { _links: { next: { href: "/api/v2/roles/page/2" } } }],
  ["a link with rel next", { links: [{ rel: "next", href: "/api/v2/roles/page/2" }] }],
  ["total_count", { total_count: 2 }],
  ["totalResults", { totalResults: "2", startIndex: 1 }],
  ["meta.total", { meta: { total: 2 } }],
  ["meta.pagination.total", { meta: { pagination: { total: 2 } } }],
  ["total_pages", { page: 1, total_pages: 2 }],
  ["X-Total-Count", {}, { "x-total-count": "2" }],
  ["Link", {}, { link: '<https://idm.example.com/roles?page=2>; rel="next"' }],
])(
  "a list that says with %s that it has more is an error, and nothing is created",
  async (_, more, headers) => {
    const { service, stack, fail } = await worldForTest();
    const body = { roles: [other], ...more };
    service.faults.add({ ...list, body, ...(headers && { headers }), times: 100 });
    expect(await fail(admin)).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
    service.faults.add({ kind: "reset-after", method: "POST", path: list.path });
    const { errors } = await stack.up({ r: role({ name: "admin" }) });
    expect(errors.r).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
    expect(posts(service)).toHaveLength(1);
  },
);

test.each([
  ["a status 206", { status: 206 }],
  ["X-Total-Count", { headers: { "x-total-count": "2" } }],
  ["Link", { headers: { link: '<https://idm.example.com/roles?page=2>; rel="next"' } }],
])("a bare array with %s is an error where no page brings the rest", async (_, head) => {
  const { service, fail } = await worldForTest();
  service.faults.add({ ...list, ...head, body: [other], times: 100 });
  expect(await fail(admin)).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(posts(service)).toEqual([]);
});

test.each<[string, object]>([
  ["has_more", { has_more: false, next_cursor: null }],
  ["links", { links: { next: null, self: "/api/v2/roles" } }],
  ["a total", { count: 1, next: null, previous: null, meta: { total: 1, page: 1, pages: 1 } }],
  ["a cursor", { nextPageToken: "" }],
])("a list that says with %s that it is complete is read", async (_, more) => {
  const { service, stack, up } = await worldForTest();
  answerLists(service, { roles: [found], ...more });
  await up({ r: admin });
  expect(stack.state.get("r")?.id).toBe("rol_1");
});

test("an empty page with a next page is followed", async () => {
  const { service, stack, up } = await worldForTest();
  answerLists(service, { roles: [], next: "a" });
  answerLists(service, { roles: [], next: "b" });
  answerLists(service, { roles: [found] });
  await up({ r: admin });
  expect(stack.state.get("r")?.id).toBe("rol_1");
});

test.each<[string, (items: object[]) => unknown]>([
  ["bare arrays", (items) => items],
  ["a total", (roles) => ({ roles, total: 2 })],
  ["a total_count", (roles) => ({ roles, total_count: 2 })],
])("pages that are counted from 1 are read to the end (%s)", async (_, bodyOf) => {
  const { service, stack, up } = await worldForTest();
  answerLists(service, bodyOf([other]), 2);
  answerLists(service, bodyOf([found]));
  answerLists(service, bodyOf([]));
  await up({ r: admin });
  expect(stack.state.get("r")?.id).toBe("rol_1");
  const pages = lists(service).map(({ query }) => new URLSearchParams(query).get("page"));
  expect(pages.slice(0, 3)).toEqual([null, "1", "2"]);
});

test("a bare array that every page repeats is the whole list", async () => {
  const { service, up } = await worldForTest();
  answerLists(service, [other], 3);
  await up({ r: admin });
  expect(lists(service)).toHaveLength(3);
  expect(posts(service)).toHaveLength(1);
});

test("an array under the key __proto__ is no list", async () => {
  const { service, fail } = await worldForTest();
  answerLists(service, JSON.parse('{"__proto__": [{"id": "rol_1", "name": "admin"}]}'), 100);
  expect(await fail(admin)).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
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
