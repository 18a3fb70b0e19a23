// Ids of the service: numbers that JavaScript would round, and ids that cannot be used.
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { atPort, listen } from "../client/client-for-test.ts";
import { openProvider } from "./handlers.ts";
import { Stack } from "./stack.ts";
import { offline, succeeded } from "./stack-for-test.ts";

/** A service with roles only, whose ids are written into the JSON as `nextId` and `shown` return them. */
async function stackWithIds(nextId: () => string, shown = (id: string) => id) {
  const roles = new Map<string, Record<string, unknown>>();
  const requests: string[] = [];
  const json = (id: string) => `{"id":${shown(id)},${JSON.stringify(roles.get(id)).slice(1)}`;
  const server = createServer(async (request, response) => {
    const [path = "", id = ""] = /\/api\/v2(\/roles(?:\/([^?]*))?)/.exec(request.url ?? "")?.slice(1) ?? [];
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push(`${request.method} ${path}`);
    const made = request.method === "POST" ? nextId() : id;
    if (request.method === "POST") roles.set(made, JSON.parse(body));
    if (request.method === "PATCH") Object.assign(roles.get(id) ?? {}, JSON.parse(body));
    if (request.method === "DELETE") roles.delete(id);
    const list = () => `[${[...roles.keys()].map(json).join()}]`;
    if (made === "") response.end(list());
    else response.writeHead(roles.has(made) ? 200 : 204).end(roles.has(made) ? json(made) : "");
  });
  const baseUrl = atPort(await listen(server)).IDM_BASE_URL ?? "";
  const provider = openProvider({ ...offline, baseUrl, requestTimeoutMs: 5_000, retryDeadlineMs: 10_000 });
  onTestFinished(() => provider.close());
  return { roles, requests, stack: new Stack(provider) };
}

const role = { type: "Role", inputs: { name: "admin" } } as const;

test("a role whose id is a number beyond 2^53 is read, updated and deleted, and no other role is", async () => {
  const { roles, requests, stack } = await stackWithIds(() => "9007199254740993");
  // As a number of JavaScript, both ids are 9007199254740992.
  roles.set("9007199254740992", { name: "other" });
  succeeded(await stack.up({ role }));
  expect(stack.outputs("role").roleId).toBe("9007199254740993");
  succeeded(await stack.refresh());
  succeeded(await stack.up({ role: { ...role, inputs: { name: "renamed" } } }));
  succeeded(await stack.destroy());
  expect(requests.slice(1)).toEqual(
    ["GET", "PATCH", "DELETE"].map((verb) => `${verb} /roles/9007199254740993`),
  );
  expect([...roles.values()]).toEqual([{ name: "other" }]);
});

test("ids beyond 2^53 in a list are told apart", async () => {
  const { roles, requests, stack } = await stackWithIds(() => "none");
  const ids = [0, 1, 2, 3, 4, 5].map((number) => String(9007199254740992n + BigInt(number)));
  for (const id of ids) roles.set(id, { name: id });
  const program = Object.fromEntries(
    ids.map((id) => [`r${id}`, { type: "Role", inputs: { name: id, adopt: true } }] as const),
  );
  succeeded(await stack.up(program));
  expect(ids.map((id) => stack.outputs(`r${id}`).roleId)).toEqual(ids);
  requests.length = 0;
  succeeded(await stack.refresh());
  expect(requests).toContain("GET /roles");
  expect(ids.map((id) => stack.outputs(`r${id}`).name)).toEqual(ids);
});

const hostile = "rol\u001b[2J\u202e\u200b\u{e0041}1";

test.each<[string, string]>([
  ["control and invisible characters", JSON.stringify(hostile)],
  ["a zero-width space", JSON.stringify("rol\u200b1")],
  ["half a surrogate pair", String.raw`"a\ud800b"`],
  ["one dot", '"."'],
  ["two dots", '".."'],
  ["256 characters", `"${"x".repeat(256)}"`],
  ["a number that is not exact", "1e21"],
])(
  "a role whose new id is %s is told as one that exists and cannot be managed, and is not created again",
  async (_what, id) => {
    const { requests, stack } = await stackWithIds(() => id);
    const { errors } = await stack.up({ role });
    expect(errors.role).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
    expect(errors.role?.message).toContain("cannot be used: it ");
    expect(errors.role?.message).toContain("The role was created and exists there, but cannot be managed");
    expect(errors.role?.message).not.toMatch(/\p{Cc}|\p{Cf}|\p{Cs}/u);
    expect(stack.state.size).toBe(0);
    const { errors: later } = await stack.up({ role });
    expect(later.role).toMatchObject({ code: "ERR_IDM_UNKNOWN_OUTCOME" });
    expect(requests.filter((request) => request === "POST /roles")).toHaveLength(1);
  },
);

test("a read that answers with an id that cannot be used is an error, and a list with one is not used", async () => {
  let next = 1;
  let shown = (id: string) => id;
  const { stack, requests } = await stackWithIds(
    () => `${next++}`,
    (id) => shown(id),
  );
  const names = ["a", "b", "c", "d"];
  const program = Object.fromEntries(names.map((name) => [name, { ...role, inputs: { name } }] as const));
  succeeded(await stack.up(program));
  shown = (id) => (id === "2" ? JSON.stringify(hostile) : id);
  const { steps, errors } = await stack.refresh();
  expect(Object.keys(steps)).toEqual(["a", "c", "d"]);
  expect(errors.b).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(stack.state.size).toBe(4);
  requests.length = 0;
  const { errors: adopting } = await stack.up({ e: { ...role, inputs: { name: "a", adopt: true } } });
  expect(adopting.e).toMatchObject({ code: "ERR_IDM_RESPONSE_SHAPE" });
  expect(requests).not.toContain("POST /roles");
});
