// node bench/fleet.ts [--tenants 20] [--parallel 2]: what the example `fleet` takes for each tenant, in time, CPU
// time and memory, and which process takes it. Each tenant is a stand-in service of its own, with a domain and two
// roles.
import { rmSync } from "node:fs";
import { commandLine } from "../scripts/command-line.ts";
import { newTenantsFolder } from "../test/engine/tenants-folder.ts";
import { TenantsProcess } from "../test/engine/tenants-process.ts";
import { type Service, startService } from "../test/service/service.ts";
import { busyWarning, machine } from "./machine.ts";
import { kinds, watchProcesses } from "./process-kinds.ts";

const latencyMs = 40;
const verbs = ["up", "up", "drift", "destroy"];

const { values } = commandLine("Usage: node bench/fleet.ts [--tenants 20] [--parallel 2]", {
  options: { tenants: { type: "string", default: "20" }, parallel: { type: "string", default: "2" } },
});
const count = Number(values.tenants);
const names = Array.from({ length: count }, (_, index) => `t${index}`);
const services: Record<string, Service> = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await startService({ latencyMs })])),
);
const { folder, env } = await newTenantsFolder(services);

console.log(`${await machine()}; ${count} tenants, ${values.parallel} at a time`);
const warning = busyWarning();
if (warning) console.error(warning);
const columns = [
  "Verb",
  "Seconds",
  "Seconds a tenant",
  ...kinds.map((kind) => `CPU a tenant: ${kind}, s`),
  "Memory, MB",
];
console.log(`| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}`);
try {
  for (const [index, verb] of verbs.entries())
    await measure(verb, verbs.indexOf(verb) < index ? `${verb} again` : verb);
} finally {
  await Promise.all(Object.values(services).map((service) => service.close()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Prints one row. Memory is the most that all processes of the run had together (PSS). */
async function measure(verb: string, title: string): Promise<void> {
  const startedMs = performance.now();
  const run = new TenantsProcess(["node", "fleet.ts", verb, "--parallel", values.parallel], {
    cwd: folder,
    env,
  });
  // The run has a session of its own, which Ctrl-C does not reach.
  const end = () => {
    run.killAll();
    process.exit(130);
  };
  process.once("SIGINT", end);
  const stopWatching = watchProcesses(run.pid);
  const { code, output } = await run.done;
  process.off("SIGINT", end);
  const { cpuSeconds, memoryMb } = stopWatching();
  if (code !== 0) throw new Error(`${verb} ended with ${code}:\n${output}`);
  const seconds = (performance.now() - startedMs) / 1000;
  const cpu = kinds.map((kind) => ((cpuSeconds.get(kind) ?? 0) / count).toFixed(2));
  const cells = [title, seconds.toFixed(1), (seconds / count).toFixed(2), ...cpu, memoryMb.toFixed(0)];
  console.log(`| ${cells.join(" | ")} |`);
}
