// What a resource or a function sends, with the scopes of its token.
import type { RequestTemplate } from "../../../provider/client/request-template.ts";
import { collectionRequest } from "../../../provider/lifecycle/collection-request.ts";
import type { Collection, CollectionAction, Resource } from "../../../provider/lifecycle/resource.ts";
import { names, table } from "./markdown.ts";

/** The requests that a resource sends: those of its collection, then those of its own verbs. */
export function requestsOf({ collection, requests = [] }: Resource): RequestTemplate[] {
  return [...(collection ? collectionRequests(collection) : []), ...requests];
}

/** Where the reference says what documented and conventional requests are. */
export const kindsLink = "See [documented and conventional requests](README.md#how-to-read-these-pages).";

const actions: readonly CollectionAction[] = ["create", "read", "list", "update", "delete"];

function collectionRequests(collection: Collection): RequestTemplate[] {
  return actions.map((action) => collectionRequest(collection, action));
}

/** The table of the requests of a resource. */
export function requestTable(resource: Resource): string {
  return tableOf(requestRows(resource));
}

/** The table of the requests of all resources. */
export function allRequestsTable(resources: readonly Resource[]): string {
  const rows = resources.flatMap((resource) =>
    requestRows(resource).map((cells) => [`\`${resource.type}\``, ...cells]),
  );
  return table(["Resource", ...headings], rows);
}

function requestRows(resource: Resource): string[][] {
  const { collection, requests = [] } = resource;
  const rows = collection
    ? actions.map((action) => {
        const request = collectionRequest(collection, action);
        return row(request, purposeOf(resource, collection, action), pathsOf(collection, request, action));
      })
    : [];
  return [...rows, ...requests.map((request) => row(request, request.purpose))];
}

/** The table of the requests of the function that finds an item. */
export function functionRequestTable({ collection }: Resource & { readonly collection: Collection }): string {
  const { functionArguments = [], idProperty } = collection;
  const rows = functionArguments.map((name) => {
    const action = name === idProperty ? "read" : "list";
    const request = collectionRequest(collection, action);
    return row(request, `find by \`${name}\``, pathsOf(collection, request, action));
  });
  return tableOf(rows);
}

const headings = ["For", "Request", "Scope"];

function tableOf(rows: readonly string[][]): string {
  return table(headings, rows);
}

function row(request: RequestTemplate, purpose: string, paths = [request.path]): string[] {
  const texts = paths.map((path) => `\`${request.method} ${path}\``);
  const kind = request.isDocumented ? "documented" : "conventional";
  return [purpose, `${texts.join(", ")}<br>${kind}`, `\`${request.scope}\``];
}

/** The path, and for a look-up also the one with a filter. */
function pathsOf({ naturalKey }: Collection, { path }: RequestTemplate, action: CollectionAction): string[] {
  const query = action === "list" ? naturalKey.query?.("") : undefined;
  return [path, ...Object.keys(query ?? {}).map((name) => `${path}?${name}=…`)];
}

/** What the resource sends a request for. */
function purposeOf(resource: Resource, collection: Collection, action: CollectionAction): string {
  const { purpose } = collectionRequest(collection, action);
  if (action === "read") return "refresh, `get`, import";
  if (action === "list") return lookups(resource).join(", ");
  if (action !== "update") return purpose;
  const updated = Object.entries(resource.inputs).filter(([, { onChange }]) => onChange === "update");
  const update = `update of ${names(updated.map(([name]) => name))}`;
  return purpose === action ? update : `${purpose}; ${update}`;
}

function lookups(resource: Resource): string[] {
  const key = resource.collection?.naturalKey.property;
  return [
    ...(resource.inputs.adopt ? ["`adopt`"] : []),
    `import by \`${key}\``,
    "a create without a response",
    "refresh of several",
  ];
}
