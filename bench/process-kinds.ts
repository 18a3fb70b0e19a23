import { readFileSync } from "node:fs";

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

const sampleIntervalMs = 100;

/** Looks at the processes again and again. The function that it returns stops and returns what they have used. */
export function watchProcesses(list: () => { pid: number; command: string }[]): () => RunUsage {
  const seconds = new Map<number, { kind: Kind; seconds: number }>();
  let memoryMb = 0;
  const look = () => {
    let now = 0;
    for (const { pid, command } of list()) {
      const usage = usageOf(pid);
      if (usage === undefined) continue;
      seconds.set(pid, { kind: kindOf(command), seconds: usage.cpuSeconds });
      now += usage.memoryMb;
    }
    memoryMb = Math.max(memoryMb, now);
  };
  const timer = setInterval(look, sampleIntervalMs);
  return () => {
    clearInterval(timer);
    const cpuSeconds = new Map<Kind, number>();
    for (const { kind, seconds: used } of seconds.values())
      cpuSeconds.set(kind, (cpuSeconds.get(kind) ?? 0) + used);
    return { cpuSeconds, memoryMb };
  };
}

function kindOf(command: string): Kind {
  if (/cmd\/dynamic-provider|pulumi-resource-/.test(command)) return "provider";
  if (/cmd\/run/.test(command)) return "program";
  return /fleet\.ts/.test(command) ? "fleet" : "engine";
}

function usageOf(pid: number): { cpuSeconds: number; memoryMb: number } | undefined {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .slice(11, 13);
    const pssKb = /^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
    return { cpuSeconds: (Number(user) + Number(system)) / 100, memoryMb: Number(pssKb ?? 0) / 1024 };
  } catch {
    // The process has ended.
    return undefined;
  }
}
