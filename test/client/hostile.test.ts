import { createServer } from "node:http";
import { expect, test } from "vitest";
import { path } from "../../provider/client/path.ts";
import { maxResponseBytes } from "../../provider/client/transport.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import {
  anyToken,
  atPort,
  bareServer,
  clientForTest,
  createRole,
  failureOf,
  listen,
  listRoles,
  ok,
  secretSettings,
  send,
} from "./client-for-test.ts";

/** A server that sends the same response to every request. */
async function answering(body: string | Buffer, headers: Record<string, string> = {}, status = 200) {
  return atPort(await listen(createServer((_, response) => response.writeHead(status, headers).end(body))));
}

/** A server that records the URLs of its requests. */
async function recording() {
  const urls: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    urls.push(url);
    response.end("{}");
  });
  return { port: await listen(server), urls };
}

test("a response that is too large is not read to its end, and the request is not repeated", async () => {
  const service = await serviceForTest();
  service.faults.add({ kind: "huge-body", path: /roles/, times: 9 });
  const error = await failureOf(send(clientForTest(secretSettings(service)), listRoles));
  expect(error).toMatchObject({ code: "ERR_IDM_NETWORK", sent: true });
  expect(error.message).toContain("larger than 8 MiB");
  expect(service.requests.api).toHaveLength(1);
});

test("a response of exactly the largest size is read", async () => {
  const text = JSON.stringify("x".repeat(maxResponseBytes - 2));
  expect(await send(clientForTest(await answering(text)), listRoles)).toHaveLength(maxResponseBytes - 2);
});

test.each([10_000, 1_000_000])("JSON nested %i levels deep is read", async (levels) => {
  const value = await send(
    clientForTest(await answering("[".repeat(levels) + "]".repeat(levels))),
    listRoles,
  );
  expect(Array.isArray(value)).toBe(true);
});

test("an error body nested a million levels deep leaves an error with its status", async () => {
  const settings = await answering("[".repeat(1_000_000) + "]".repeat(1_000_000), {}, 400);
  expect(await failureOf(send(clientForTest(settings), createRole))).toMatchObject({ status: 400 });
});

test("`__proto__` in a response is an ordinary property", async () => {
  const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"id":"1"}';
  const value = await send(clientForTest(await answering(body)), listRoles);
  expect(Object.keys(value as object)).toEqual(["__proto__", "constructor", "id"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  const error = await failureOf(send(clientForTest(await answering(body, {}, 400)), createRole));
  expect(error).toMatchObject({ status: 400, apiCode: undefined });
  expect(error.message).not.toContain("polluted");
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with %i is not followed, and no token reaches another host",
  async (status) => {
    const elsewhere = await recording();
    const settings = await answering(
      "",
      { location: `http://localhost:${elsewhere.port}/api/v2/roles` },
      status,
    );
    for (const call of [listRoles, createRole]) {
      const thrown = await failureOf(send(clientForTest(settings), call));
      const error = thrown.code === "ERR_IDM_UNKNOWN_OUTCOME" ? thrown.cause : thrown;
      expect(thrown === error).toBe(status !== 303 || call === listRoles);
      expect(error).toMatchObject({ code: "ERR_IDM_API", status });
      expect(error.message).toContain("Redirects are not followed");
      expect(error.message.includes("Set idm:baseUrl")).toBe(status !== 303);
    }
    expect(elsewhere.urls).toEqual([]);
  },
);

test("a redirect of the token request is not followed, and no secret reaches another host", async () => {
  const elsewhere = await recording();
  const service = await serviceForTest();
  service.faults.add({
    kind: "redirect",
    to: `http://localhost:${elsewhere.port}/oauth/token/`,
    path: /oauth/,
  });
  const error = await failureOf(send(clientForTest(secretSettings(service)), listRoles));
  expect(error).toMatchObject({ status: 307, path: "/oauth/token/" });
  expect(error.message).toContain("Redirects are not followed");
  expect(error.message).toContain("Set idm:authUrl (IDM_AUTH_URL)");
  expect(error.message).not.toContain("IDM_CLIENT_SECRET");
  expect(elsewhere.urls).toEqual([]);
});

test("an error body cannot steer a terminal or fill a screen", async () => {
  const message = `\u001b[2J\u0007stop\r\n${"x".repeat(5_000)}`;
  const body = JSON.stringify({ message, errorCode: "y".repeat(5_000) });
  const settings = await answering(body, { "x-request-id": "z".repeat(5_000) }, 400);
  const error = await failureOf(send(clientForTest(settings), createRole));
  expect(error.message).not.toMatch(/\p{Cc}/u);
  expect(error.message.length).toBeLessThan(800);
  expect(error).toMatchObject({ apiCode: undefined, requestId: undefined });
});

test.each([
  ["an array as message", { message: ["a", "b"] }],
  ["only numbers", { message: 1, error: 2, errorCode: 3 }],
  ["null", null],
  ["a string", "no"],
])("an error body with %s leaves an error with its status", async (_what, body) => {
  const settings = await answering(JSON.stringify(body), {}, 409);
  expect(await failureOf(send(clientForTest(settings), createRole))).toMatchObject({
    status: 409,
    apiCode: undefined,
    message: expect.stringMatching(/^409 Conflict on POST \/roles\./),
  });
});

test("a byte order mark before the JSON is ignored", async () => {
  expect(await send(clientForTest(await answering("\ufeff[1]")), listRoles)).toEqual([1]);
});

test("a complete response counts, whatever follows it on its connection", async () => {
  const { port } = await bareServer((socket) =>
    socket.once("data", () => socket.write("HTTP/1.1 204 No Content\r\ncontent-length: 7\r\n\r\nno body")),
  );
  const client = clientForTest(atPort(port));
  expect([await send(client, listRoles), await send(client, createRole)]).toEqual([undefined, undefined]);
});

test.each([
  ["at once", (write: () => void) => write()],
  ["later", (write: () => void) => setImmediate(write)],
])("a second response to one request, %s, is never used for the next request", async (_when, then) => {
  const { port } = await bareServer((socket, earlier) =>
    socket.once("data", () => {
      socket.write(ok(`[${earlier + 1}]`));
      then(() => socket.write(ok("[0]")));
    }),
  );
  const client = clientForTest(atPort(port));
  for (const expected of [[1], [2], [3]]) {
    expect(await send(client, listRoles)).toEqual(expected);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test("early hints are ignored", async () => {
  const server = createServer((_, response) => {
    response.writeEarlyHints({ link: "</x>; rel=preload" });
    response.end("[2]");
  });
  expect(await send(clientForTest(atPort(await listen(server))), listRoles)).toEqual([2]);
});

test("every id reaches the service as one segment", async () => {
  const { port, urls } = await recording();
  const client = clientForTest({ ...anyToken, ...atPort(port) });
  const ids = ["a/b", "../../oauth", "%2e%2e", "a?b#c", "line\nend", "🦊", "a b"];
  for (const id of ids) await send(client, { ...listRoles, path: path`/roles/${id}` });
  expect(urls.map((url) => url.split("/").length)).toEqual(ids.map(() => 5));
  expect(urls.map((url) => decodeURIComponent(url.split("/").at(-1) ?? ""))).toEqual(ids);
});
