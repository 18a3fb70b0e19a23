// docs/service.md, "Verification and certificate".
import * as z from "zod";
import { output } from "../lifecycle/property.ts";
import { openEnum, text } from "../lifecycle/property-types.ts";

/** The output `certificate` of custom domains and their verifications. */
export const certificateOutput = output(
  z
    .strictObject({
      status: openEnum("provisioning", "provisioning_failed", "provisioned", "renewing_failed")
        .optional()
        .describe("State of the certificate."),
      errorMsg: text().optional().describe("Why provisioning or renewing failed."),
      certificateAuthority: openEnum("letsencrypt", "googletrust")
        .optional()
        .describe("Certificate authority that issued the certificate."),
      renewsBefore: text().optional().describe("The certificate is renewed before this date."),
    })
    .meta({ id: "CustomDomainCertificate", description: "The certificate of a custom domain." }),
  "The certificate. Only a domain with service-managed certificates has one, after the service has provisioned it.",
).optional();
