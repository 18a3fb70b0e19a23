// What the compiled providers of such services do, written as a dynamic provider: two requests for each create, and no
// pacing. The code is in compiled-provider.cjs, so that the state carries little of it.
const pulumi = require("@pulumi/pulumi");
const { domains, roles } = require("./resources.cjs");

const inFile = (kind) => {
  const provider = () => require(`${process.cwd()}/compiled-provider.cjs`)[kind];
  return {
    create: (inputs) => provider().create(inputs),
    read: (id, props) => provider().read(id, props),
    delete: (id) => provider().delete(id),
  };
};

class Compiled extends pulumi.dynamic.Resource {
  constructor(name, provider, args) {
    super(provider, name, args, undefined, "bench", "Compiled");
  }
}

const role = inFile("role");
const customDomain = inFile("customDomain");
for (const name of roles) new Compiled(name, role, { name, description: `Role ${name}` });
for (const domain of domains) new Compiled(domain, customDomain, { domain, type: "self_managed_certs" });
