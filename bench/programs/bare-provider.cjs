// One request of bare undici in place of each wait of the floor, and one token. No check, no pacing, no second try.
const { Agent } = require("undici");

const agent = new Agent({ connections: 8 });
let token;

/** Answers the JSON of the answer. */
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

exports.role = collection("/roles", "id");
exports.customDomain = collection("/custom-domains", "custom_domain_id");
