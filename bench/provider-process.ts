import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import { pluginNames } from "./plugins.ts";

/** Resources that a provider process has used, from Linux's /proc. */
export interface Usage {
  /** Largest resident memory (VmHWM). */
  readonly memoryMb: number;
  /** User and system time, in steps of 10 ms. */
  readonly cpuMs: number;
}

const sampleIntervalMs = 25;

/**
 * Watches the process of the dynamic provider or of a plugin for the project in `folder`, as soon as it starts. The
 * function that it returns stops watching and returns the last usage, or undefined without such a process.
 */
export function watchProvider(folder: string): () => Usage | undefined {
  let pid: string | undefined;
  let usage: Usage | undefined;
  const timer = setInterval(() => {
    pid ??= readdirSync("/proc").find((entry) => isProviderOf(entry, folder));
    usage = (pid && usageOf(pid)) || usage;
  }, sampleIntervalMs);
  return () => {
    clearInterval(timer);
    return usage;
  };
}

function isProviderOf(pid: string, folder: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  return (
    attempt(() => {
      const [program = "", script = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return (
        program.endsWith("node") &&
        (/cmd\/dynamic-provider/.test(script) || pluginNames.includes(basename(script))) &&
        readlinkSync(`/proc/${pid}/cwd`) === folder
      );
    }) === true
  );
}

function usageOf(pid: string): Usage | undefined {
  return attempt(() => {
    const memoryKb = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .slice(11, 13);
    // A process that has ended but still has an entry shows no memory.
    if (Number.isNaN(memoryKb)) return undefined;
    return { memoryMb: memoryKb / 1024, cpuMs: (Number(user) + Number(system)) * 10 };
  });
}

/** The result, or undefined when it throws: a process may end while its files are read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
