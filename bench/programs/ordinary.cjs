// A dynamic provider as people usually write it: fetch, one token, and retries after a 429 with doubled waits.
const pulumi = require("@pulumi/pulumi");
const { domains, roles } = require("./resources.cjs");

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const maxAttempts = 10;
const firstWaitMs = 500;

class Collection {
  constructor(path, idKey) {
    this.path = path;
    this.idKey = idKey;
  }

  async create(inputs) {
    const { __provider, ...body } = inputs;
    const created = await this.send("POST", this.path, body);
    return { id: created[this.idKey], outs: { ...body, ...created } };
  }

  async read(id, props) {
    const read = await this.send("GET", `${this.path}/${id}`);
    return { id, props: { ...props, ...read } };
  }

  async delete(id) {
    await this.send("DELETE", `${this.path}/${id}`);
  }

  async send(method, path, body) {
    this.token ??= this.fetchToken();
    const authorization = `Bearer ${await this.token}`;
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${process.env.IDM_BASE_URL}${path}`, {
        method,
        headers: { authorization, ...(body && { "content-type": "application/json" }) },
        body: body && JSON.stringify(body),
      });
      if (response.ok) return response.status === 204 ? {} : response.json();
      if (response.status !== 429 || attempt === maxAttempts)
        throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      await response.text();
      await sleep(firstWaitMs * 2 ** (attempt - 1));
    }
  }

  async fetchToken() {
    const response = await fetch(`${process.env.IDM_AUTH_URL}/oauth/token/`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: process.env.IDM_CLIENT_ID,
        client_secret: process.env.IDM_CLIENT_SECRET,
        audience: "/api/v2/",
      }),
    });
    return (await response.json()).access_token;
  }
}

class Role extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(new Collection("/roles", "id"), name, args, undefined, "bench", "Role");
  }
}

class CustomDomain extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(
      new Collection("/custom-domains", "custom_domain_id"),
      name,
      args,
      undefined,
      "bench",
      "CustomDomain",
    );
  }
}

for (const name of roles) new Role(name, { name, description: `Role ${name}` });
for (const domain of domains) new CustomDomain(domain, { domain, type: "self_managed_certs" });
