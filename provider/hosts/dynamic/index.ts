// What the dynamic provider's process loads as `pulumi-idm/provider`: the handlers of each resource, by the type names that states remember.
import * as registry from "../../index.ts";
import type { Definition } from "../../lifecycle/define-resource.ts";
import { type DynamicProvider, serve } from "./host.ts";

/** The build makes this object the module's exports, because the shell in each state reads `require("pulumi-idm/provider").Role`. */
export const providers: Readonly<Record<string, DynamicProvider>> = Object.fromEntries(
  Object.entries(registry).map(([type, definition]) => [type, serve(definition as Definition)]),
);
