import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { engineEnvironment } from "../scripts/before-install/engine.mjs";

/** One line that describes the machine, Node and Pulumi. */
export async function machine(): Promise<string> {
  const [cpu] = cpus();
  const env = await engineEnvironment();
  const engine = execFileSync("pulumi", ["version"], { encoding: "utf8", env }).trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model}, ${memory} GB, Node ${process.version}, Pulumi ${engine}`;
}

/** A warning when other processes use the machine, which makes the figures unreliable. */
export function busyWarning(): string | undefined {
  const [lastMinute = 0] = loadavg();
  return lastMinute > cpus().length / 2
    ? `The machine is busy (load ${lastMinute.toFixed(1)}): the ratios may be wrong.`
    : undefined;
}
