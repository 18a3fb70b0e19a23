// What the provider process loads: a line per resource, by the names that states remember.
import { serve } from "./host.ts";
import { customDomain } from "./resources/custom-domain.ts";
import { customDomainVerification } from "./resources/custom-domain-verification.ts";
import { eventRedelivery } from "./resources/event-redelivery.ts";
import { role } from "./resources/role.ts";
import { vcTemplate } from "./resources/vc-template.ts";

export const CustomDomain = serve(customDomain);
export const CustomDomainVerification = serve(customDomainVerification);
export const EventRedelivery = serve(eventRedelivery);
export const Role = serve(role);
export const VcTemplate = serve(vcTemplate);
