const idm = require("pulumi-idm");
const { domains, roles } = require("./resources.cjs");

for (const name of roles) new idm.Role(name, { name, description: `Role ${name}` });
for (const domain of domains) new idm.CustomDomain(domain, { domain, type: "self_managed_certs" });
