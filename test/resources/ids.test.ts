// Ids of the service: numbers that JavaScript would round.
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { atPort, listen } from "../client/client-for-test.ts";
import { openProvider } from "./handlers.ts";
import { Stack } from "./stack.ts";
import { offline, succeeded } from "./stack-for-test.ts";

/** A service with roles only, whose ids are written into the JSON as `nextId` returns them. */
async function stackWithIds(nextId: () => string) {
  const roles = new Map<string, Record<string, unknown>>();
  const requests: string[] = [];
  const json = (id: string) => `{"id":${id},${JSON.stringify(roles.get(id)).slice(1)}`;
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
