import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { collectionRoutes } from "./collection-routes.ts";
import type { ServiceOptions } from "./options.ts";
import type { Route, RouteRequest, RouteResponse } from "./route.ts";
import { scopesOf } from "./scopes.ts";
import { Tenant } from "./tenant.ts";

const fields = z.strictObject({
  name: z.string().min(1),
  status: z.enum(["active", "paused"]).default("active"),
  sink: z.strictObject({ url: z.url(), token: z.string() }).optional(),
});

type Feed = z.infer<typeof fields> & { id: string };

const definition = {
  key: "feeds",
  path: "/news-feeds",
  scope: "news_feeds",
  noun: "news feed",
  idPrefix: "nf_",
  fields,
  optionalFields: ["sink"],
  present: ({ sink, ...feed }: Feed) => ({ ...feed, ...(sink && { sink: { url: sink.url } }) }),
} as const;

const sink = { url: "https://example.com/", token: "never-answered" };

interface Setup {
  tenant: Tenant;
  routes: Route[];
  send(title: string, request?: Partial<RouteRequest>): Promise<RouteResponse>;
}

/** The routes of the collection; `send` takes a title such as `POST /news-feeds`. */
function setUp(options: ServiceOptions = {}, tenant = new Tenant()): Setup {
  const routes = collectionRoutes(definition)({ tenant, options });
  const send: Setup["send"] = async (title, request) => {
    const route = routes.find(({ method, path }) => `${method} ${path}` === title);
    if (route === undefined) throw new Error(`no route ${title}`);
    return route.handle({ params: {}, query: {}, body: undefined, ...request });
  };
  return { tenant, routes, send };
}

test("each operation has its scope", () => {
  const { routes } = setUp();
  expect(routes.map(({ method, path, scope }) => `${method} ${path} ${scope}`)).toEqual([
    "POST /news-feeds create:news_feeds",
    "GET /news-feeds read:news_feeds",
    "GET /news-feeds/:id read:news_feeds",
    "PATCH /news-feeds/:id update:news_feeds",
    "DELETE /news-feeds/:id delete:news_feeds",
  ]);
  expect(scopesOf(routes)).toHaveLength(4);
});

test("a create applies defaults, keeps the item, and answers what present shows", async () => {
  const { tenant, send } = setUp();
  const { status, body } = await send("POST /news-feeds", { body: { name: "a", sink } });
  const id = expect.stringMatching(/^nf_\w{16}$/);
  expect(status).toBe(201);
  expect(body).toEqual({ id, name: "a", status: "active", sink: { url: sink.url } });
  expect([...tenant.collection<Feed>("feeds").values()]).toEqual([{ id, name: "a", status: "active", sink }]);
});

test("an update changes only the fields of its body, and resets none to its default", async () => {
  const { tenant, send } = setUp();
  const feeds = tenant.collection<Feed>("feeds").set("nf_1", { id: "nf_1", name: "a", status: "paused" });
  const { body } = await send("PATCH /news-feeds/:id", { params: { id: "nf_1" }, body: { name: "b" } });
  expect(body).toEqual({ id: "nf_1", name: "b", status: "paused" });
  expect(feeds.get("nf_1")).toEqual(body);
});

test.each([{}, { name: "" }, { name: "a", other: 1 }, { name: "a", sink: { ...sink, other: 1 } }])(
  "%j is refused with 400",
  async (body) => {
    const { tenant, send } = setUp();
    await expect(send("POST /news-feeds", { body })).rejects.toMatchObject({ status: 400 });
    expect(tenant.collection("feeds").size).toBe(0);
  },
);

test.each(["GET", "PATCH", "DELETE"])("%s of an unknown id is a 404 that names the item", async (method) => {
  const { send } = setUp();
  const request = send(`${method} /news-feeds/:id`, { params: { id: "nf_2" } });
  await expect(request).rejects.toMatchObject({ status: 404, message: "The news feed does not exist." });
});

test("a list object has the last part of the path as its key", async () => {
  const { send } = setUp({ listShape: "paged", nullFields: true });
  await send("POST /news-feeds", { body: { name: "a" } });
  const { body } = await send("GET /news-feeds");
  expect(body).toMatchObject({ total: 1, news_feeds: [{ name: "a", sink: null }] });
});

test("an item survives a restart", async () => {
  let stored: object | undefined;
  const first = setUp({}, new Tenant({}, (snapshot) => (stored = snapshot)));
  const { body } = await first.send("POST /news-feeds", { body: { name: "a" } });
  const second = setUp({}, new Tenant(JSON.parse(JSON.stringify(stored))));
  expect((await second.send("GET /news-feeds")).body).toEqual([body]);
});

test("the type of an item is by default its fields and an id", () => {
  const { present: _, ...rest } = definition;
  collectionRoutes({
    ...rest,
    filters: {
      status: (item) => {
        expectTypeOf(item).toEqualTypeOf<Feed>();
        return true;
      },
    },
  });
});
