// The floor as a packaged plugin, with requests instead of waits.
const { CustomResource } = require("@pulumi/pulumi");
const { domains, roles } = require("./resources.cjs");

for (const name of roles)
  new CustomResource("requesting:index:Role", name, { name, description: `Role ${name}` });
for (const domain of domains)
  new CustomResource("requesting:index:CustomDomain", domain, { domain, type: "self_managed_certs" });
