// Cost of one request of the client over the same request of bare undici, against a server in a process of its own.
// node bench/client.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Bench } from "tinybench";
import { Agent, request } from "undici";
import { Client } from "../provider/client/client.ts";
import { path } from "../provider/client/path.ts";
import { readSettings } from "../provider/config/settings.ts";

const role = { id: "rol_0123456789abcdef", name: "admin", description: "Runs the place." };

if (process.argv[2] === "serve") serve();
else await measure();

function serve(): void {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => {
      outgoing.setHeader("content-type", "application/json");
      outgoing.end(JSON.stringify(role));
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  process.once("disconnect", () => process.exit());
}

async function measure(): Promise<void> {
  const server = fork(import.meta.filename, ["serve"]);
  const [port] = await once(server, "message");
  const environment: Record<string, string> = {
    IDM_BASE_URL: `http://127.0.0.1:${port}/api/v2`,
    IDM_ACCESS_TOKEN: "eyJhbGciOiJub25lIn0.e30.",
  };
  const client = new Client(
    readSettings(
      () => undefined,
      (name) => environment[name],
    ),
    console.log,
  );
  const agent = new Agent({ connections: 16 });
  const bench = new Bench({ time: 3_000, warmupTime: 1_500 });
  bench
    .add("undici", () => bare(agent, `http://127.0.0.1:${port}/api/v2/roles`))
    .add("client", () => throughClient(client));
  await bench.run();
  console.table(bench.table());
  printOverhead(bench);
  client.close();
  await agent.close();
  server.disconnect();
}

async function bare(dispatcher: Agent, url: string): Promise<unknown> {
  const { body } = await request(url, {
    dispatcher,
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      authorization: "Bearer eyJhbGciOiJub25lIn0.e30.",
    },
    body: JSON.stringify({ name: role.name, description: role.description }),
  });
  return body.json();
}

function throughClient(client: Client): Promise<unknown> {
  const body = { name: role.name, description: role.description };
  return client.operate("Role", (operation) =>
    client.request({ method: "POST", path: path`/roles`, body, scope: "create:roles" }, operation),
  );
}

function printOverhead(bench: Bench): void {
  const [undiciMs = 0, clientMs = 0] = bench.tasks.map((task) =>
    task.result.state === "completed" ? task.result.latency.p50 : Number.NaN,
  );
  console.log(
    `Overhead of the client over bare undici, at the median: ${((clientMs - undiciMs) * 1000).toFixed(1)} µs a request.`,
  );
}
