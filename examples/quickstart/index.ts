import * as pulumi from "@pulumi/pulumi";
import * as idm from "pulumi-idm";
import { existing } from "./existing";

const zone = new pulumi.Config().get("zone") ?? process.env.QUICKSTART_ZONE ?? "example.com";

// You manage the certificates. The service reads the client's IP address from a header that your proxy sets.
const login = new idm.CustomDomain("login", {
  domain: `login.${zone}`,
  type: "self_managed_certs",
  customClientIpHeader: "cf-connecting-ip",
  domainMetadata: { environment: "quickstart" },
});

// The service manages the certificates. Passkeys that are created here are valid for the whole zone.
const signup = new idm.CustomDomain("signup", {
  domain: `signup.${zone}`,
  type: "service_managed_certs",
  tlsPolicy: "recommended",
  relyingPartyIdentifier: zone,
});

const support = new idm.Role("support", { name: "Support", description: "Answers questions of customers." });
const auditor = new idm.Role("auditor", {
  name: "Auditor",
  description: pulumi.interpolate`Reads what ${support.name} did.`,
});

const { templateId, eventStreamId, eventId } = existing();

if (templateId) {
  new idm.VcTemplate("driving-licence", {
    templateId,
    presentation: {
      "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true, birth_date: true } },
    },
  });
}

if (eventStreamId && eventId) new idm.EventRedelivery("missed-event", { eventStreamId, eventId });

export const verificationRecords = { login: login.verificationRecords, signup: signup.verificationRecords };
export const roleIds = { support: support.roleId, auditor: auditor.roleId };
