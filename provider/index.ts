// The registry: the one list of resources, with one line per resource. Hosts, generators and tests import it.
export { customDomain } from "./resources/custom-domain.ts";
export { customDomainVerification } from "./resources/custom-domain-verification.ts";
export { eventRedelivery } from "./resources/event-redelivery.ts";
export { role } from "./resources/role.ts";
export { vcTemplate } from "./resources/vc-template.ts";
