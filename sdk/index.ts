export { CustomDomain } from "./custom-domain.ts";
export { EventRedelivery } from "./event-redelivery.ts";
export { Role } from "./role.ts";
export type * from "./types.ts";
export { VcTemplate } from "./vc-template.ts";
