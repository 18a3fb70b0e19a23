// What the dynamic provider's process loads as `pulumi-idm/provider`: a provider object for each resource.
import * as registry from "../../index.ts";
import { type DynamicProvider, serve } from "./host.ts";

/**
 * By type name. The build exports this object as the module: the shell in each state reads
 * `require("pulumi-idm/provider").Role`.
 */
export const providers: Readonly<Record<string, DynamicProvider>> = Object.fromEntries(
  Object.values(registry).map((resource) => [resource.type, serve(resource)]),
);
