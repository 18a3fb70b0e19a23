import { z } from "zod";
import type { CollectionAction, CollectionDefinition } from "./collection-definition.ts";
import { newId } from "./ids.ts";
import { listQuery, page } from "./lists.ts";
import { presented, thinned } from "./present.ts";
import { notFound } from "./problem.ts";
import {
  idOf,
  type Route,
  type RouteContext,
  type RouteFactory,
  type RouteRequest,
  refuseBody,
} from "./route.ts";
import { validate } from "./validate.ts";

/** The routes of a collection: POST and GET on its path, and GET, PATCH and DELETE on `{path}/{id}`. */
export function collectionRoutes<
  Fields extends z.ZodObject,
  Changes extends z.ZodObject = Fields,
  Item extends object = z.output<Fields> & { id: string },
>(definition: CollectionDefinition<Fields, Changes, Item>): RouteFactory {
  const { path, documented = [] } = definition;
  return (context) => {
    const handlers = handlersOf(definition, context);
    const route = (action: CollectionAction, method: Route["method"], url: string): Route => ({
      method,
      path: url,
      scope: `${action === "list" ? "read" : action}:${definition.scope}`,
      documented: documented.includes(action),
      handle: handlers[action],
    });
    return [
      route("create", "POST", path),
      { ...route("list", "GET", path), query: queryOf(definition.filters) },
      route("read", "GET", `${path}/:id`),
      route("update", "PATCH", `${path}/:id`),
      route("delete", "DELETE", `${path}/:id`),
    ];
  };
}

function handlersOf<Fields extends z.ZodObject, Changes extends z.ZodObject, Item extends object>(
  definition: CollectionDefinition<Fields, Changes, Item>,
  context: RouteContext,
): Record<CollectionAction, Route["handle"]> {
  const { tenant, options } = context;
  const { key, noun, fields, idField = "id", maxIdLength = Number.POSITIVE_INFINITY } = definition;
  const items = tenant.collection<Item>(key, idField);
  const changes = definition.changes ?? changesOf(fields);
  const pathId = z.string().max(maxIdLength);
  const shown = (item: Item, kind: "lists" | "writes" | "reads"): object =>
    thinned(presented(definition, item, options), kind, definition.sparseFields ?? [], options);
  const find = (request: RouteRequest): Item => {
    const item = items.get(validate(pathId, idOf(request), "path"));
    if (item === undefined) throw notFound(noun);
    return item;
  };
  return {
    create({ body }) {
      const values = validate(fields, body, "body") as z.output<Fields>;
      const item = definition.create?.(context, values) ?? addItem(definition, items, values);
      tenant.save();
      return { status: definition.createStatus ?? 201, body: shown(item, "writes") };
    },
    list({ query }) {
      const matching = [...items.values()].filter((item) => matches(definition.filters, item, query));
      const answered = matching.map((item) => shown(item, "lists"));
      return { status: 200, body: page(listKeyOf(definition.path), answered, query, options) };
    },
    async read(request) {
      await definition.beforeRead?.(find(request), context);
      // Found again: the item may have been deleted meanwhile.
      return { status: 200, body: shown(find(request), "reads") };
    },
    update(request) {
      const item = find(request);
      const values = validate(changes, request.body, "body") as z.output<Changes>;
      Object.assign(item, definition.update?.(item, values) ?? values);
      tenant.save();
      return { status: 200, body: shown(item, "writes") };
    },
    delete(request) {
      refuseBody(request);
      if (!definition.deletesUnknown) find(request);
      items.delete(idOf(request));
      tenant.save();
      return { status: 204 };
    },
  };
}

function addItem<Item extends object>(
  { idField = "id", idPrefix = "" }: { idField?: string; idPrefix?: string },
  items: Map<string, Item>,
  values: object,
): Item {
  const id = newId(idPrefix);
  const item = { [idField]: id, ...values } as Item;
  items.set(id, item);
  return item;
}

/** The fields, all optional and without defaults: an update must not reset a field that its body lacks. */
function changesOf(fields: z.ZodObject): z.ZodObject {
  const optional = Object.entries(fields.shape).map(([name, type]) => [
    name,
    z.optional(type instanceof z.ZodDefault ? type.unwrap() : type),
  ]);
  return z.strictObject(Object.fromEntries(optional));
}

function queryOf(filters: object = {}): NonNullable<Route["query"]> {
  return listQuery.extend(
    Object.fromEntries(Object.keys(filters).map((name) => [name, z.string().optional()])),
  );
}

function matches<Item>(
  filters: Record<string, (item: Item, value: string) => boolean> = {},
  item: Item,
  query: Record<string, unknown>,
): boolean {
  return Object.entries(filters).every(([name, matchesValue]) => {
    const value = query[name];
    return typeof value !== "string" || matchesValue(item, value);
  });
}

/** The list's key in an object: `custom_domains` for `/custom-domains`. */
const listKeyOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replaceAll("-", "_");
