import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newProject, type Project, type Run } from "../test/engine/harness.ts";
import { startNeighbour } from "./neighbour.ts";
import { addPlugins } from "./plugins.ts";
import { type Usage, watchProvider } from "./provider-process.ts";
import { type Contender, latencyMs, type Phase, type Scenario } from "./scenarios.ts";
import { ServiceProcess } from "./service-process.ts";

/** One phase of one run. Sums over its stacks; for the memory the largest. */
export interface Measurement {
  readonly contender: Contender;
  readonly phase: Phase;
  readonly seconds: number;
  readonly memoryMb: number | undefined;
  readonly providerCpuSeconds: number | undefined;
  readonly requests: number;
  readonly tokenRequests: number;
  readonly refusals: number;
  readonly maxInFlight: number;
  /** Requests of the other client, and how many of them were refused; undefined without one. */
  readonly neighbour: { readonly asked: number; readonly refused: number } | undefined;
  /** Number of stacks whose run failed. */
  readonly failures: number;
}

const programs = join(import.meta.dirname, "programs");

/** Runs the phases of a scenario with one contender, a new service and new stacks. `env` adds to their environment. */
export async function measure(
  scenario: Scenario,
  contender: Contender,
  env: Record<string, string> = {},
): Promise<Measurement[]> {
  const service = await ServiceProcess.start(serviceFlags(scenario));
  const projects: Project[] = [];
  try {
    for (let index = 0; index < scenario.stacks; index++)
      projects.push(await projectOf(service, scenario, contender, { ...env, BENCH_PREFIX: `p${index}` }));
    if (scenario.isUpBefore) await Promise.all(projects.map((project) => project.up()));
    if (scenario.limit) await service.startLimit();
    const measurements: Measurement[] = [];
    for (const phase of scenario.phases)
      measurements.push(await measurePhase(service, projects, scenario, contender, phase));
    return measurements;
  } finally {
    await Promise.all(projects.map((project) => project.remove()));
    await service.stop();
  }
}

function serviceFlags({ limit, neighbour, otherRoles = 0 }: Scenario): string[] {
  const rate = limit ? ["--rate", `${limit.perSecond}`, "--burst", `${limit.burst}`, "--limit-later"] : [];
  const headers = neighbour ? ["--rate-headers"] : [];
  return ["--latency", `${latencyMs}`, "--roles", `${otherRoles}`, ...rate, ...headers];
}

async function projectOf(
  { announcement }: ServiceProcess,
  { roles, domains, reserve }: Scenario,
  contender: Contender,
  env: Record<string, string>,
): Promise<Project> {
  const { clientId: id, clientSecret: secret } = announcement;
  const program = readFileSync(join(programs, `${contender}.cjs`), "utf8");
  const project = await newProject({ ...announcement, client: { id, secret } }, program, {
    env: {
      BENCH_ROLES: `${roles}`,
      BENCH_DOMAINS: `${domains}`,
      BENCH_LATENCY_MS: `${latencyMs}`,
      IDM_RATE_LIMIT_RESERVE: reserve === undefined ? undefined : `${reserve}`,
      // Users do not set it, and it would hide the cost of loading.
      NODE_COMPILE_CACHE: undefined,
      ...env,
    },
  });
  for (const file of ["resources.cjs", "plugin-resources.cjs", "bare-provider.cjs", "compiled-provider.cjs"])
    copyFileSync(join(programs, file), join(project.folder, file));
  if (isPlugin(contender)) addPlugins(project.folder);
  return project;
}

/** The others take no time for the plugins of a project. */
function isPlugin(contender: Contender): boolean {
  return contender === "plugin" || contender === "bare-plugin" || contender === "requesting-plugin";
}

async function measurePhase(
  service: ServiceProcess,
  projects: readonly Project[],
  scenario: Scenario,
  contender: Contender,
  phase: Phase,
): Promise<Measurement> {
  await service.takeLog();
  const watches = projects.map((project) => watchProvider(project.folder));
  const endNeighbour = scenario.neighbour && (await startNeighbour(service.announcement, scenario.neighbour));
  const began = performance.now();
  const runs = await Promise.all(projects.map((project) => runPhase(project, phase)));
  const seconds = (performance.now() - began) / 1000;
  const usages = watches.flatMap((end) => end() ?? []);
  const neighbour = endNeighbour ? await endNeighbour() : undefined;
  const { status429, ...log } = await service.takeLog();
  const requests = log.requests - (neighbour?.asked ?? 0);
  const refusals = status429 - (neighbour?.refused ?? 0);
  const failures = failuresOf(runs);
  return { contender, phase, seconds, ...usageOf(usages), ...log, requests, refusals, neighbour, failures };
}

function runPhase(project: Project, phase: Phase): Promise<Run> {
  if (phase === "up-refresh") return project.up("--refresh");
  return project[phase === "again" ? "up" : phase]();
}

function usageOf(usages: readonly Usage[]): Pick<Measurement, "memoryMb" | "providerCpuSeconds"> {
  if (usages.length === 0) return { memoryMb: undefined, providerCpuSeconds: undefined };
  return {
    memoryMb: Math.max(...usages.map(({ memoryMb }) => memoryMb)),
    providerCpuSeconds: usages.reduce((sum, { cpuMs }) => sum + cpuMs / 1000, 0),
  };
}

function failuresOf(runs: readonly Run[]): number {
  return runs.filter(({ code }) => code !== 0).length;
}
