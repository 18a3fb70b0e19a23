// The floor, with requests instead of waits. bare-provider.cjs sends them, as code in the state would cost time.
const pulumi = require("@pulumi/pulumi");
const { domains, roles } = require("./resources.cjs");

const inFile = (kind) => {
  const provider = () => require(`${process.cwd()}/bare-provider.cjs`)[kind];
  return {
    create: (inputs) => provider().create(inputs),
    read: (id, props) => provider().read(id, props),
    delete: (id) => provider().delete(id),
  };
};

class Bare extends pulumi.dynamic.Resource {
  constructor(name, provider, args) {
    super(provider, name, args, undefined, "bench", "Bare");
  }
}

const role = inFile("role");
const customDomain = inFile("customDomain");
for (const name of roles) new Bare(name, role, { name, description: `Role ${name}` });
for (const domain of domains) new Bare(domain, customDomain, { domain, type: "self_managed_certs" });
