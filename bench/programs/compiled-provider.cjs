// Stands for the compiled providers of such services, which generated code and an SDK make up: a create is read back
// after it was sent, one token serves all types, and a 429 is repeated when the service says so.
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const maxAttempts = 50;
let token;

async function newToken() {
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

/** Milliseconds until the time that a 429 names: a UNIX time in whole seconds. */
function toldWaitMs(headers) {
  return Math.max(0, Number(headers.get("x-ratelimit-reset")) * 1000 - Date.now());
}

async function request(method, path, body) {
  token ??= newToken();
  const authorization = `Bearer ${await token}`;
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`${process.env.IDM_BASE_URL}${path}`, {
      method,
      headers: { authorization, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    if (response.ok) return response.status === 204 ? {} : response.json();
    const text = await response.text();
    if (response.status !== 429 || attempt === maxAttempts)
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    await sleep(toldWaitMs(response.headers));
  }
}

const collection = (path, idKey) => ({
  async create({ __provider, ...inputs }) {
    const id = (await request("POST", path, inputs))[idKey];
    return { id, outs: { ...inputs, ...(await request("GET", `${path}/${id}`)) } };
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
