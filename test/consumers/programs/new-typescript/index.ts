import type { Output } from "@pulumi/pulumi";
import {
  CustomDomain,
  type CustomDomainArgs,
  Role,
  relativeTo,
  VcTemplate,
  type VerificationRecord,
} from "pulumi-idm";

const args = {
  domain: "login.example.com",
  type: "self_managed_certs",
  customClientIpHeader: "cf-connecting-ip",
} satisfies CustomDomainArgs;
const login = new CustomDomain("login", args);
const admin = new Role("admin", { name: "admin", description: login.domain });
const licence = new VcTemplate("licence", {
  name: "licence",
  type: "mdl",
  dialect: "simplified/1.0",
  presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
  wellKnownTrustedIssuers: "aamva",
});

// @ts-expect-error the published types refuse a value that the service does not know
export const refused: CustomDomainArgs = { ...args, customClientIpHeader: "via" };
// @ts-expect-error the provider's side is for the engine, not for programs: it has no types
export type Provider = typeof import("pulumi-idm/provider");

export const record: Output<VerificationRecord> = login.verificationRecord;
export const recordType: Output<"CNAME" | "TXT"> = record.type;
export const recordName = relativeTo("example.com", record.name);
export const roleId: Output<string> = admin.roleId;
export const templateId = licence.templateId;
