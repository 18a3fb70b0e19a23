// The floor: a dynamic provider whose methods only wait as long as the service takes.
const pulumi = require("@pulumi/pulumi");
const { domains, latencyMs, roles } = require("./resources.cjs");

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const waiting = {
  async create(inputs) {
    await sleep(latencyMs);
    return { id: inputs.name, outs: inputs };
  },
  async read(id, props) {
    await sleep(latencyMs);
    return { id, props };
  },
  async delete() {
    await sleep(latencyMs);
  },
};

class Waiting extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(waiting, name, args, undefined, "bench", "Waiting");
  }
}

for (const name of [...roles, ...domains]) new Waiting(name, { name, description: `Role ${name}` });
