// The plugin as a process of its own, with an engine and a service on this machine.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import pluginMessages, { type PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import providerServices, { type IResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages, { type CreateResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { expect, onTestFinished, test } from "vitest";
import { toStruct } from "../../../provider/hosts/plugin/values.ts";
import { serviceForTest } from "../../service/service-for-test.ts";
import { folderForTest } from "../../temporary-folder.ts";
import { call, configure, type EngineForTest, startEngine, urnOf } from "./plugin-for-test.ts";

const main = new URL("../../../provider/hosts/plugin/main.ts", import.meta.url).pathname;

/** Runs the plugin to its end. */
function run(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) =>
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  );
}

interface PluginProcess {
  process: ChildProcess;
  port: number;
  engine: EngineForTest;
  client: IResourceProviderClient & { close(): void };
  /** Kills the engine: its connection and its server are gone at once. */
  killEngine(): Promise<void>;
  /** The lines of its journal. */
  journal(): string[];
}

/** A connection to a port of this machine that can be cut off. */
async function wireTo(port: number): Promise<{ address: string; cut(): void }> {
  const sockets: Socket[] = [];
  const server = createServer((from) => {
    const to = connect(port, "127.0.0.1");
    for (const socket of [from, to]) sockets.push(socket.on("error", () => {}));
    from.pipe(to).pipe(from);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

/** `script` is JavaScript that the process runs first. */
async function pluginProcess(script = "", options: readonly string[] = []): Promise<PluginProcess> {
  const engine = await startEngine();
  onTestFinished(() => engine.close());
  const home = folderForTest();
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
  const plugin = spawn(process.execPath, [...preload, main, ...options, engine.address], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PULUMI_HOME: home },
  });
  onTestFinished(() => void plugin.kill("SIGKILL"));
  const [line] = await once(plugin.stdout, "data");
  const port = Number(String(line));
  const wire = await wireTo(port);
  const client = new providerServices.ResourceProviderClient(
    wire.address,
    credentials.createInsecure(),
  ) as unknown as PluginProcess["client"];
  onTestFinished(() => client.close());
  const folder = join(home, "idm-journal");
  const journal = () =>
    readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"));
  const killEngine = () => {
    wire.cut();
    return engine.close();
  };
  return { process: plugin, port, engine, client, killEngine, journal };
}

async function infoOf(plugin: PluginProcess): Promise<string> {
  return (await call<unknown, PluginInfo>(plugin, "getPluginInfo", new emptyMessages.Empty())).getVersion();
}

function create(plugin: PluginProcess, name: string): Promise<CreateResponse> {
  const request = new messages.CreateRequest().setUrn(urnOf("Role", name)).setProperties(toStruct({ name }));
  return call(plugin, "create", request);
}

/** A plugin whose creates take as long as the service's responses. */
async function configuredProcess(latencyMs: number) {
  const service = await serviceForTest({ latencyMs });
  const plugin = await pluginProcess();
  const { baseUrl, authUrl, client } = service;
  await configure(plugin, { baseUrl, authUrl, clientId: client.id, clientSecret: client.secret });
  return { service, plugin };
}

test("a process that an engine has started takes no other settings, and logs at no other engine", async () => {
  const { service, plugin } = await configuredProcess(0);
  const { baseUrl, authUrl, client } = service;
  const settings = { baseUrl, authUrl, clientId: client.id, clientSecret: client.secret };
  await configure(plugin, settings);
  const other = await startEngine();
  onTestFinished(() => other.close());
  const elsewhere = { ...settings, baseUrl: "https://tenant.example/api/v2", authUrl: other.address };
  await expect(configure(plugin, elsewhere)).rejects.toThrow(/this process has its settings already/);
  await call(plugin, "handshake", new messages.ProviderHandshakeRequest().setEngineAddress(other.address));
  await call(plugin, "attach", new pluginMessages.PluginAttach().setAddress(other.address));
  const misspelt = new messages.CheckRequest().setUrn(urnOf("Role")).setNews(toStruct({ maxConcurency: 2 }));
  await call(plugin, "checkConfig", misspelt);
  expect((await create(plugin, "admin")).getId()).toBe([...service.tenant.roles.keys()][0]);
  expect(plugin.engine.logged).toHaveLength(1);
  expect(other.logged).toEqual([]);
});

test("started by hand, it says what it is and how it is used", async () => {
  const usage = /is the Pulumi provider "idm"\.\nPulumi starts it.*Usage: pulumi-resource-idm.*--version/s;
  expect(await run()).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(usage) });
  expect(await run("--help")).toEqual({ code: 0, stdout: expect.stringMatching(usage), stderr: "" });
  expect(await run("--version")).toEqual({ code: 0, stdout: "development\n", stderr: "" });
});

test("a first argument that is neither a command nor an address is named", async () => {
  for (const args of [["discovr", "--type", "Role"], ["127.0.0.1"], ["--verbose"]]) {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(`"${args[0]}" is not the address of a Pulumi engine.`);
    expect(stderr).toContain("Usage:");
  }
});

test("the engine's own options may come before its address", async () => {
  const plugin = await pluginProcess("", ["--logtostderr", "-v=9", "--tracing", "tcp://127.0.0.1:1"]);
  expect(await infoOf(plugin)).toBe("development");
});

test("a process that cannot listen says so and ends", async () => {
  const script = `import { Server } from "node:net";
    Server.prototype.listen = function () { setImmediate(() => this.emit("error", new Error("EACCES"))); };`;
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
  const plugin = spawn(process.execPath, [...preload, main, "127.0.0.1:1"], { stdio: "pipe" });
  onTestFinished(() => void plugin.kill("SIGKILL"));
  let text = "";
  plugin.stderr.on("data", (chunk) => (text += chunk));
  expect(await once(plugin, "close")).toEqual([1, null]);
  expect(text).toMatch(/^pulumi-resource-idm: .*EACCES/m);
});

test("clients that speak another protocol do not end it", async () => {
  const plugin = await pluginProcess();
  const { port } = plugin;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  const texts = [
    "GET / HTTP/1.0\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnonsense",
  ];
  for (const text of texts) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.end(text).resume();
    await once(socket, "close");
  }
  expect(await infoOf(plugin)).toBe("development");
  expect(plugin.process.exitCode).toBeNull();
});

test("an error that nothing catches is told with its code, and the process goes on", async () => {
  const script = `process.on("SIGUSR2", () => {
    setTimeout(() => { throw new TypeError("thrown"); });
    Promise.reject(new RangeError("rejected"));
  });`;
  const plugin = await pluginProcess(script);
  await infoOf(plugin);
  plugin.process.kill("SIGUSR2");
  await expect.poll(() => plugin.engine.logged.length, { timeout: 15_000 }).toBe(2);
  const told = plugin.engine.logged.map(({ message }) => message).join("\n");
  expect(told).toMatch(/an error in the code of pulumi-idm: TypeError: thrown.*\[ERR_IDM_INTERNAL\]/);
  expect(told).toMatch(/an error in the code of pulumi-idm: RangeError: rejected.*\[ERR_IDM_INTERNAL\]/);
  expect(await infoOf(plugin)).toBe("development");
});

test("when its engine is killed, it finishes what is in flight and exits", async () => {
  const { service, plugin } = await configuredProcess(200);
  const exit = once(plugin.process, "exit");
  const lost = create(plugin, "admin").catch((error: ServiceError) => error);
  await expect.poll(() => service.requests.writes.length, { timeout: 15_000 }).toBe(1);
  await plugin.killEngine();
  expect(await exit).toEqual([1, null]);
  expect(await lost).toBeInstanceOf(Error);
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "admin" }]);
  // The next run finds the item by its id.
  expect(plugin.journal()).toEqual([
    expect.stringMatching(/^begin /),
    expect.stringMatching(/^made .* rol_/),
  ]);
});

test("when its engine is killed, a request without an answer does not keep it", async () => {
  const { service, plugin } = await configuredProcess(0);
  service.faults.add({ kind: "no-answer-after", method: "POST", path: /\/roles$/ });
  const exit = once(plugin.process, "exit");
  create(plugin, "admin").catch(() => {});
  await expect.poll(() => service.tenant.roles.size, { timeout: 15_000 }).toBe(1);
  await plugin.killEngine();
  expect(await exit).toEqual([1, null]);
  expect(plugin.journal()).toEqual([expect.stringMatching(/^begin /)]);
});

test("at the orderly end the journal is closed, and not by a Cancel while a create is in flight", async () => {
  const { service, plugin } = await configuredProcess(1500);
  const cancel = () => call(plugin, "cancel", new emptyMessages.Empty());
  const created = create(plugin, "admin");
  await expect.poll(() => service.requests.writes.length, { timeout: 15_000 }).toBe(1);
  await cancel();
  expect(plugin.journal()).toEqual([expect.stringMatching(/^begin /)]);
  expect((await created).getId()).toMatch(/^rol_/);
  await cancel();
  expect(plugin.journal()).toEqual([
    expect.stringMatching(/^begin /),
    expect.stringMatching(/^made /),
    "ended",
  ]);
});
