// The registry: the one list of resources. Hosts, generators and tests take theirs from here. A line per resource, under its type name.
export { customDomain as CustomDomain } from "./resources/custom-domain.ts";
export { customDomainVerification as CustomDomainVerification } from "./resources/custom-domain-verification.ts";
export { eventRedelivery as EventRedelivery } from "./resources/event-redelivery.ts";
export { role as Role } from "./resources/role.ts";
export { vcTemplate as VcTemplate } from "./resources/vc-template.ts";
