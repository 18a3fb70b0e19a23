/** The types of the tenant's items, for tests of other folders. */
export type { CustomDomain, NewDomain } from "./custom-domain.ts";
export type { Role } from "./routes/roles.ts";
export type { Template } from "./routes/templates.ts";
export type { Redelivery } from "./tenant.ts";
