// A request with undici instead of each wait of the floor, and one token request. No checks, no pacing, no retries.
const { Agent } = require("undici");

const agent = new Agent({ connections: 8 });
let token;

/** Resolves to the JSON of the answer. */
function send(origin, method, path, headers, body) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    agent.dispatch(
      { origin, method, path, headers, body },
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

async function newToken() {
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
  token ??= newToken();
  const { origin, pathname } = new URL(process.env.IDM_BASE_URL + path);
  const headers = {
    authorization: `Bearer ${await token}`,
    ...(body && { "content-type": "application/json" }),
  };
  return send(origin, method, pathname, headers, body && JSON.stringify(body));
}

const collection = (path, idKey) => ({
  async create({ __provider, ...inputs }) {
    const created = await request("POST", path, inputs);
    return { id: created[idKey], outs: { ...inputs, ...created } };
  },
  async read(id, props) {
    return { id, props: { ...props, ...(await request("GET", `${path}/${id}`)) } };
  },
  async delete(id) {
    await request("DELETE", `${path}/${id}`);
  },
});

exports.role = collection("/roles", "id");
exports.customDomain = collection("/custom-domains", "custom_domain_id");
