const { CustomDomain, relativeTo, Role, VcTemplate } = require("pulumi-idm");

const login = new CustomDomain("login", {
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

exports.recordType = login.verificationRecord.type;
exports.recordName = relativeTo("example.com", login.verificationRecord.name);
exports.roleId = admin.roleId;
exports.templateId = licence.templateId;
