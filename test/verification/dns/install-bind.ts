// Installs a real BIND on this machine for the DNS scenarios: named, nsupdate and dig. `npm test` does so; by hand:
// node test/verification/dns/install-bind.ts
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const programs = ["named", "nsupdate", "dig"];
const packages = ["bind9", "bind9-dnsutils"];
const policyFile = "/usr/sbin/policy-rc.d";

/** Path of `program`, also from the system folders that an ordinary user's PATH leaves out; undefined when absent. */
export function findProgram(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder || ".", program)).find((path) => existsSync(path));
}

/** The programs that the DNS scenarios need and this machine lacks; empty when they can run. */
export function missingPrograms(): string[] {
  return programs.filter((program) => !findProgram(program));
}

/** Installs BIND with apt-get if this process may; else says in one line what to install. True when BIND is there. */
export function installBind(say: (line: string) => void = console.log): boolean {
  if (missingPrograms().length > 0 && mayInstall()) tryInstall(say);
  const missing = missingPrograms();
  if (missing.length > 0) {
    say(
      `The DNS scenarios are skipped: no ${missing.join(", ")}. Install BIND (Debian: apt-get install ${packages.join(" ")}).`,
    );
  }
  return missing.length === 0;
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && findProgram("apt-get") !== undefined;
}

function tryInstall(say: (line: string) => void): void {
  try {
    aptGet("update", "-q");
    withoutServices(() => aptGet("install", "-y", "-q", "--no-install-recommends", ...packages));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    const reason = String(stderr || message).trim();
    say(`apt-get could not install BIND: ${reason.split("\n").at(-1)}`);
  }
}

function aptGet(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", args, { env, stdio: ["ignore", "ignore", "pipe"], timeout: 180_000 });
}

/** Keeps Debian from starting the installed service: exit status 101 of the file forbids it. Tests start their own. */
function withoutServices(install: () => void): void {
  const ours = !existsSync(policyFile);
  if (ours) writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    if (ours) rmSync(policyFile, { force: true });
    // Otherwise the service starts at the next boot, or runs already where the machine's own policy allowed it.
    if (existsSync("/run/systemd/system")) {
      execFileSync("systemctl", ["disable", "--now", "named.service"], { stdio: "ignore" });
    }
  }
}

if (import.meta.main) installBind();
