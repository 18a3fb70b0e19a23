/*
 * How to add a resource to the stand-in service: write one file in `routes/`. The service imports every file of that
 * folder, so nothing else has to change. A resource with the usual five operations looks like this:
 *
 *   import { z } from "zod";
 *   import { collectionRoutes } from "../collection-routes.ts";
 *
 *   const fields = z.strictObject({
 *     name: z.string().min(1).max(255),
 *     kind: z.enum(["http", "datadog"]),
 *     status: z.enum(["active", "paused"]).default("active"),   // the service's default on create
 *     sink: z.strictObject({ endpoint: z.url(), auth_token: z.string() }),
 *     tags: z.record(z.string(), z.string()).default({}),
 *   });
 *
 *   export type LogStream = z.infer<typeof fields> & { id: string };
 *
 *   export const routes = collectionRoutes({
 *     key: "logStreams",        // in the state file, and for tests: tenant.collection<LogStream>("logStreams")
 *     path: "/log-streams",
 *     scope: "log_streams",     // create:log_streams, read:log_streams, …
 *     noun: "log stream",       // in errors: "The log stream does not exist."
 *     idPrefix: "lst_",
 *     fields,
 *     present: ({ sink, ...stream }) => ({ ...stream, sink: { endpoint: sink.endpoint } }), // never the token
 *   });
 *
 * An operation of another kind is a `Route` (see `route.ts`); `routes/redeliveries.ts` has one.
 */
import type { z } from "zod";
import type { Presentable } from "./present.ts";
import type { RouteContext } from "./route.ts";

/** One of the five operations of a collection. */
export type CollectionAction = "create" | "list" | "read" | "update" | "delete";

/** A collection of items with the operations create, list, read, update and delete. */
export interface CollectionDefinition<
  Fields extends z.ZodObject,
  Changes extends z.ZodObject,
  Item extends object,
> extends Presentable<Item> {
  /** Key of the items in the tenant and in the state file: `logStreams`. */
  key: string;
  /** Path of the collection: `/log-streams`. Its last part, in snake_case, is the key of list objects. */
  path: `/${string}`;
  /** Resource part of the scope names: `log_streams`. */
  scope: string;
  /** What errors call one item: `log stream`. */
  noun: string;
  /** Field of an item that holds its id; default `id`. */
  idField?: keyof Item & string;
  /** Begins every new id; 16 alphanumerics follow. Not needed with `create`. */
  idPrefix?: string;
  /** Longest id in a path, in characters; a longer one is a 400. Default no limit. */
  maxIdLength?: number;
  /** Body of a create. A zod `.default()` is the default of the service. */
  fields: Fields;
  /** Body of an update; default the fields of a create, all optional. A nested object is replaced as a whole. */
  changes?: Changes;
  /** Operations that the interface documents; default none. */
  documented?: readonly CollectionAction[];
  /** Status of a create; default 201. */
  createStatus?: 200 | 201;
  /** Whether the delete of an unknown id is a 204; default false, a 404. */
  deletesUnknown?: boolean;
  /** Query parameters that filter the list: whether the item matches the value. */
  filters?: Record<string, (item: Item, value: string) => boolean>;
  /** Creates and keeps an item; default the fields under a new id. Throws a `Problem` for a refusal. */
  create?(context: RouteContext, fields: z.output<Fields>): Item;
  /** What an update assigns to the item; default the changes. Throws a `Problem` for a refusal. */
  update?(item: Item, changes: z.output<Changes>): object;
  /** Runs before an item is read by its id, and may change it. */
  beforeRead?(item: Item, context: RouteContext): Promise<void>;
}
