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

/** Bare undici and the client take turns in short rounds, because the machine's speed changes within seconds. */
const rounds = 30;

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
  const agent = new Agent({ connections: 16, allowH2: false });
  const overheads: number[] = [];
  for (let round = 1; round <= rounds; round++)
    overheads.push(await overheadMs(client, agent, `http://127.0.0.1:${port}/api/v2/roles`));
  const [least, median, most] = [0, 0.5, 1].map((share) => microseconds(quantile(overheads, share)));
  console.log(
    `The client adds ${median} µs to a request of bare undici: the median of ${rounds} rounds, ${least} to ${most}.`,
  );
  client.close();
  await agent.close();
  server.disconnect();
}

async function overheadMs(client: Client, agent: Agent, url: string): Promise<number> {
  const bench = new Bench({ time: 200, warmupTime: 50 });
  bench.add("undici", () => bare(agent, url)).add("client", () => throughClient(client));
  await bench.run();
  const [undiciMs = 0, clientMs = 0] = bench.tasks.map((task) =>
    task.result.state === "completed" ? task.result.latency.p50 : Number.NaN,
  );
  return clientMs - undiciMs;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? Number.NaN;
}

function microseconds(ms: number): string {
  return (1000 * ms).toFixed(0);
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
