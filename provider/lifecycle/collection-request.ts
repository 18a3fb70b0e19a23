import type { ApiCall } from "../client/api-call.ts";
import type { RequestTemplate } from "../client/request-template.ts";
import type { Collection, CollectionAction } from "./resource.ts";

const methods: Readonly<Record<CollectionAction, ApiCall["method"]>> = {
  create: "POST",
  read: "GET",
  list: "GET",
  update: "PATCH",
  delete: "DELETE",
};

/** The scope that a request to a collection needs: `read:roles`. */
export function scopeOf({ scope }: Pick<Collection, "scope">, action: CollectionAction): string {
  return `${action === "list" ? "read" : action}:${scope}`;
}

/** The request to a collection, as the reference shows it. */
export function collectionRequest(collection: Collection, action: CollectionAction): RequestTemplate {
  const isOfItem = action !== "create" && action !== "list";
  return {
    method: methods[action],
    path: isOfItem ? `${collection.path}/{id}` : collection.path,
    scope: scopeOf(collection, action),
    purpose: collection.purposes?.[action] ?? action,
    isDocumented: collection.documented?.includes(action) ?? false,
  };
}
