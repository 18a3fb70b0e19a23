import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** What a provider process took, as Linux counts it. */
export interface Usage {
  /** Most memory resident at one time (VmHWM). */
  readonly memoryMb: number;
  /** User and system time, in steps of 10 ms. */
  readonly cpuMs: number;
}

const sampleEveryMs = 25;

/** Watches for the dynamic provider's process of the project in `folder`; the function ends the watch with what was seen last. */
export function watchProvider(folder: string): () => Usage | undefined {
  let pid: string | undefined;
  let usage: Usage | undefined;
  const timer = setInterval(() => {
    pid ??= readdirSync("/proc").find((entry) => isProviderOf(entry, folder));
    usage = (pid && usageOf(pid)) || usage;
  }, sampleEveryMs);
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
        /cmd\/dynamic-provider/.test(script) &&
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
    // One that has ended but is not reaped yet has no memory to tell of.
    if (Number.isNaN(memoryKb)) return undefined;
    return { memoryMb: memoryKb / 1024, cpuMs: (Number(user) + Number(system)) * 10 };
  });
}

/** A process may end while it is looked at. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
