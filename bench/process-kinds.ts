import { readdirSync, readFileSync } from "node:fs";

/** What the processes of a run of Pulumi are. */
export const kinds = ["fleet", "engine", "program", "provider"] as const;

export type Kind = (typeof kinds)[number];

/** What a run has used, from Linux's /proc. */
export interface RunUsage {
  /** User and system time by kind. Time after the last look at a process is missing. */
  readonly cpuSeconds: ReadonlyMap<Kind, number>;
  /** The most that all processes had in memory at one time; what several share counts once (PSS). */
  readonly memoryMb: number;
}

interface ProcessUsage {
  readonly pid: string;
  readonly parent: string;
  readonly session: string;
  readonly cpuSeconds: number;
}

const sampleIntervalMs = 200;

/**
 * Looks again and again at the processes that `pid` and what it starts have started. The function that it returns stops
 * and returns what they have used.
 */
export function watchProcesses(pid: number): () => RunUsage {
  const sessions = new Set([String(pid)]);
  const used = new Map<string, { kind: Kind | undefined; cpuSeconds: number }>();
  let memoryMb = 0;
  const look = () => {
    const processes = processesOf(sessions);
    for (const { pid: one, cpuSeconds } of processes)
      used.set(one, { kind: kindOf(one) ?? used.get(one)?.kind, cpuSeconds });
    memoryMb = Math.max(
      memoryMb,
      processes.map(({ pid: one }) => memoryOf(one)).reduce((sum, next) => sum + next, 0),
    );
  };
  const timer = setInterval(look, sampleIntervalMs);
  return () => {
    clearInterval(timer);
    const cpuSeconds = new Map<Kind, number>();
    for (const { kind = "engine", cpuSeconds: more } of used.values())
      cpuSeconds.set(kind, (cpuSeconds.get(kind) ?? 0) + more);
    return { cpuSeconds, memoryMb };
  };
}

/** The processes of the sessions. Adds the sessions that one of them has started. */
function processesOf(sessions: Set<string>): ProcessUsage[] {
  const all = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap(usageOf);
  for (let before = 0; before !== sessions.size; ) {
    before = sessions.size;
    const known = new Set(all.filter(({ session }) => sessions.has(session)).map(({ pid }) => pid));
    for (const { parent, session } of all) if (known.has(parent)) sessions.add(session);
  }
  return all.filter(({ session }) => sessions.has(session));
}

function usageOf(pid: string): ProcessUsage[] {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, "")
    .split(" ");
  const [, parent = "", , session = ""] = fields;
  const ticks = Number(fields[11]) + Number(fields[12]);
  return session === "" ? [] : [{ pid, parent, session, cpuSeconds: ticks / 100 }];
}

function memoryOf(pid: string): number {
  return Number(/^Pss: +(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Undefined for a process that has ended and that its parent has not waited for yet. */
function kindOf(pid: string): Kind | undefined {
  const command = read(`/proc/${pid}/cmdline`);
  if (command === "") return undefined;
  if (/cmd\/dynamic-provider|pulumi-resource-/.test(command)) return "provider";
  if (/cmd\/run/.test(command)) return "program";
  return /fleet\.ts/.test(command) ? "fleet" : "engine";
}

/** The file, or nothing once the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
