// What the programs of the packaged plugins declare.
const { CustomResource } = require("@pulumi/pulumi");
const { domains, roles } = require("./resources.cjs");

/** What the class of a generated SDK declares besides the arguments: the outputs. */
const outputs = (names) => Object.fromEntries(names.map((name) => [name, undefined]));
const ofRole = outputs(["roleId"]);
const ofDomain = outputs([
  ...["customDomainId", "primary", "isDefault", "status", "verification", "certificate"],
  ...["verificationRecords", "verificationRecord"],
]);

/** Declares the resources with the types of this package. */
exports.declareResources = (packageName) => {
  for (const name of roles)
    new CustomResource(`${packageName}:index:Role`, name, { ...ofRole, name, description: `Role ${name}` });
  for (const domain of domains)
    new CustomResource(`${packageName}:index:CustomDomain`, domain, {
      ...ofDomain,
      domain,
      type: "self_managed_certs",
    });
};
