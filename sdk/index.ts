export { CustomDomain } from "./custom-domain.ts";
export { CustomDomainVerification } from "./custom-domain-verification.ts";
export { relativeName, relativeTo } from "./dns-names.ts";
export { EventRedelivery } from "./event-redelivery.ts";
export { Role } from "./role.ts";
export type * from "./types.ts";
export { VcTemplate } from "./vc-template.ts";
