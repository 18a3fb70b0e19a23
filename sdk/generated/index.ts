// Written by `npm run generate` from the tables in provider/resources: edit those.
export * from "./custom-domain.ts";
export * from "./custom-domain-verification.ts";
export * from "./event-redelivery.ts";
export * from "./role.ts";
export type * from "./types.ts";
export * from "./vc-template.ts";
