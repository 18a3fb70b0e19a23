// node bench/plugin-start.ts [--runs 20] [COMMAND …]: how long the packaged plugin takes from its start to its first
// answer to the engine, and what it uses until then. Default: dist/plugin. Each COMMAND is another plugin to
// compare, such as "node other/index.js". They take turns.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import engineServices from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import providerServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { commandLine } from "../scripts/command-line.ts";
import { busyWarning, machine } from "./machine.ts";
import { spreadOf } from "./statistics.ts";

/** One start. Times are from the start of the process. */
interface Start {
  readonly portMs: number;
  readonly answerMs: number;
  /** CPU time of all threads until the answer. */
  readonly cpuMs: number;
  readonly memoryMb: number;
}

const usage = "Usage: node bench/plugin-start.ts [--runs 20] [COMMAND …]";
const { values, positionals } = commandLine(usage, {
  options: { runs: { type: "string", default: "20" } },
  allowPositionals: true,
});
const ours = `${process.execPath} ${fileURLToPath(new URL("../dist/plugin/index.js", import.meta.url))}`;
const commands = positionals.length > 0 ? positionals : [`${process.execPath} -e 0`, ours];
const engine = await startEngine();
console.log(await machine());
const warning = busyWarning();
if (warning) console.error(warning);
const starts = new Map<string, Start[]>(commands.map((command) => [command, []]));
for (let run = 0; run < Number(values.runs); run++)
  for (const command of commands) starts.get(command)?.push(await measureStart(command));
console.log(
  "| Command | Port, ms | First answer, ms (min to max) | CPU, ms | Memory, MB |\n| --- | --- | --- | --- | --- |",
);
for (const [command, all] of starts) {
  const of = (key: keyof Start) => spreadOf(all.map((start) => start[key]));
  const [port, answer, cpu, memory] = [of("portMs"), of("answerMs"), of("cpuMs"), of("memoryMb")];
  const spread = `${answer?.median.toFixed(0)} (${answer?.min.toFixed(0)} to ${answer?.max.toFixed(0)})`;
  console.log(
    `| ${command} | ${port?.median.toFixed(0)} | ${spread} | ${cpu?.median.toFixed(0)} | ${memory?.median.toFixed(0)} |`,
  );
}
engine.server.forceShutdown();

/** Starts the plugin as the engine does, and ends it after its answer to the handshake. */
async function measureStart(command: string): Promise<Start> {
  const [program = "", ...args] = command.split(" ");
  const began = performance.now();
  const child = spawn(program, [...args, engine.address], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    const port = await portOf(child);
    const portMs = performance.now() - began;
    if (port !== undefined) await handshake(port);
    const answerMs = performance.now() - began;
    return { portMs, answerMs, ...usageOf(child.pid) };
  } finally {
    child.kill("SIGKILL");
  }
}

/** The port that the plugin prints; undefined when it ends without. */
async function portOf(child: ChildProcess): Promise<string | undefined> {
  const line = once(child.stdout as NonNullable<typeof child.stdout>, "data").then(([chunk]) =>
    String(chunk).trim(),
  );
  return Promise.race([line, once(child, "exit").then(() => undefined)]);
}

async function handshake(port: string): Promise<void> {
  const client = new providerServices.ResourceProviderClient(
    `127.0.0.1:${port}`,
    credentials.createInsecure(),
  );
  const request = new messages.ProviderHandshakeRequest().setEngineAddress(engine.address);
  await new Promise<void>((resolve, reject) =>
    client.handshake(request, (error: Error | null) => (error ? reject(error) : resolve())),
  );
  client.close();
}

/** CPU time and largest memory of a process that still runs, from Linux's /proc. */
function usageOf(pid: number | undefined): Pick<Start, "cpuMs" | "memoryMb"> {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = tasks.map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
    );
    const memoryKb = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return { cpuMs: nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6, memoryMb: memoryKb / 1024 };
  } catch {
    return { cpuMs: Number.NaN, memoryMb: Number.NaN };
  }
}

/** A server that takes what a plugin logs. */
async function startEngine(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = new Server();
  server.addService(engineServices.EngineService as never, {});
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { server, address: `127.0.0.1:${port}` };
}
