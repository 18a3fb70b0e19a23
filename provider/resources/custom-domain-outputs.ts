// Output schemas of custom domains, for types and docs: interface sections 2.3 and 2.4.
import { z } from "zod";

const text = (description: string) => z.string().meta({ description });

export const certificate = () =>
  z
    .object({
      status: text("`provisioning`, `provisioning_failed`, `provisioned` or `renewing_failed`.").optional(),
      errorMsg: text("Why provisioning or renewing failed.").optional(),
      certificateAuthority: text("`letsencrypt` or `googletrust`.").optional(),
      renewsBefore: text("The certificate is renewed before this date.").optional(),
    })
    .meta({ id: "CustomDomainCertificate", description: "The certificate of a custom domain." })
    .optional()
    .meta({
      description:
        "The certificate; only of domains with service-managed certificates, and only once there is one.",
    });

export const verification = () =>
  z
    .object({
      methods: z
        .array(
          z.object({
            name: text("`cname` or `txt`."),
            record: text("The value that proves the domain."),
            domain: text("Name of the record, where it is not the domain itself.").optional(),
          }),
        )
        .optional()
        .meta({ description: "The ways in which the domain can be verified." }),
      status: text("`verified`, `pending` or `failed`.").optional(),
      errorMsg: text("Why the verification failed.").optional(),
      lastVerifiedAt: text("When the domain was last verified: date and time.").optional(),
    })
    .meta({ id: "CustomDomainVerificationState", description: "How a custom domain is verified." })
    .optional()
    .meta({ description: "How the domain is verified, as the service tells it." });

export const verificationRecord = () =>
  z
    .object({
      name: text("Fully qualified record name without trailing dot."),
      type: z.enum(["CNAME", "TXT"]).meta({ description: "Record type." }),
      value: text("Content of the record."),
    })
    .meta({
      id: "VerificationRecord",
      description: "A DNS record that proves a domain, as DNS resources take it.",
    });
