import * as pulumi from "@pulumi/pulumi";
import * as idm from "pulumi-idm";

const args: idm.CustomDomainArgs = {
  domain: "login.example.com",
  type: "self_managed_certs",
  customClientIpHeader: "cf-connecting-ip",
  domainMetadata: { owner: pulumi.output("platform"), nobody: null },
};
const login = new idm.CustomDomain("login", args);
const admin = new idm.Role("admin", { name: "admin", description: pulumi.interpolate`of ${login.domain}` });
const licence = new idm.VcTemplate("licence", {
  name: "licence",
  type: "mdl",
  dialect: "simplified/1.0",
  presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
  wellKnownTrustedIssuers: "aamva",
});

// @ts-expect-error the published types refuse an input that does not exist
const refused: idm.RoleArgs = { name: "admin", permissions: [] };

const record: pulumi.Output<idm.VerificationRecord> = login.verificationRecord;
export const recordType: pulumi.Output<"CNAME" | "TXT"> = record.type;
export const recordName = idm.relativeTo("example.com", record.name);
export const roleId: pulumi.Output<string> = admin.roleId;
export const templateId = licence.templateId;
export const refusedName = refused.name;
