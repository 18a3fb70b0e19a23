// What HTTP itself takes: the floor, with one request of bare undici in place of each wait, and one token. No check, no pacing, no second try.
const pulumi = require("@pulumi/pulumi");
const { domains, roles } = require("./resources.cjs");

const connections = 8;

/** Answers the JSON of the answer. The pools are the process's, whatever resource asks. */
function send(origin, method, path, headers, body) {
  const { Pool } = require("undici");
  globalThis.benchPools ??= new Map();
  if (!globalThis.benchPools.has(origin))
    globalThis.benchPools.set(origin, new Pool(origin, { connections }));
  return new Promise((resolve, reject) => {
    const chunks = [];
    globalThis.benchPools.get(origin).dispatch(
      { method, path, headers, body },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_controller, chunk) => chunks.push(chunk),
        onResponseEnd: () => resolve(chunks.length > 0 ? JSON.parse(Buffer.concat(chunks)) : {}),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

async function token() {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: process.env.IDM_CLIENT_ID,
    client_secret: process.env.IDM_CLIENT_SECRET,
    audience: "/api/v2/",
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await send(process.env.IDM_AUTH_URL, "POST", "/oauth/token/", headers, `${form}`)).access_token;
}

async function request(method, path, body) {
  globalThis.benchToken ??= token();
  const { origin, pathname } = new URL(process.env.IDM_BASE_URL + path);
  const headers = {
    authorization: `Bearer ${await globalThis.benchToken}`,
    ...(body && { "content-type": "application/json" }),
  };
  return send(origin, method, pathname, headers, body && JSON.stringify(body));
}

const collection = (path, idKey) => ({
  async create({ __provider, ...inputs }) {
    const made = await request("POST", path, inputs);
    return { id: made[idKey], outs: { ...inputs, ...made } };
  },
  async read(id, props) {
    return { id, props: { ...props, ...(await request("GET", `${path}/${id}`)) } };
  },
  async delete(id) {
    await request("DELETE", `${path}/${id}`);
  },
});

class Bare extends pulumi.dynamic.Resource {
  constructor(name, provider, args) {
    super(provider, name, args, undefined, "bench", "Bare");
  }
}

const role = collection("/roles", "id");
const customDomain = collection("/custom-domains", "custom_domain_id");
for (const name of roles) new Bare(name, role, { name, description: `Role ${name}` });
for (const domain of domains) new Bare(domain, customDomain, { domain, type: "self_managed_certs" });
