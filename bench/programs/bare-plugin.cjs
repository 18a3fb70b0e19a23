// The floor as a packaged plugin: a plugin whose methods only wait as long as the service takes.
const { CustomResource } = require("@pulumi/pulumi");
const { domains, roles } = require("./resources.cjs");

for (const name of [...roles, ...domains])
  new CustomResource("waiting:index:Waiting", name, { name, description: `Role ${name}` });
