import * as idm from "pulumi-idm";
import { Role, VcTemplate } from "pulumi-idm";

const login = new idm.CustomDomain("login", {
  domain: "login.example.com",
  type: "self_managed_certs",
  customClientIpHeader: "cf-connecting-ip",
});
const admin = new Role("admin", { name: "admin", description: login.domain });
const licence = new VcTemplate("licence", {
  name: "licence",
  type: "mdl",
  dialect: "simplified/1.0",
  presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
  wellKnownTrustedIssuers: "aamva",
});

export const recordType = login.verificationRecord.type;
export const recordName = idm.relativeTo("example.com", login.verificationRecord.name);
export const roleId = admin.roleId;
export const templateId = licence.templateId;
