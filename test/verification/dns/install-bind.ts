// The DNS scenarios need a real BIND: named, nsupdate and dig. `npm test` installs it only with IDM_TEST_INSTALL=1.
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const programs = ["named", "nsupdate", "dig"];
const packages = ["bind9", "bind9-dnsutils"];
/** Where one of these is, the machine may serve DNS to others: nothing is installed and no service is touched. */
const nameServers = ["named", "unbound", "nsd", "knotd", "pdns_server"];
/** Debian starts no installed service while this file exists and exits with 101. */
const policyFile = "/usr/sbin/policy-rc.d";

/** The machine on which to install. Tests pass another one. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly isRoot: boolean;
  /** Path of a program; undefined when there is none. */
  find(program: string): string | undefined;
  exists(path: string): boolean;
  /** Runs a program. Throws when it fails. */
  run(program: string, args: readonly string[]): void;
  writeScript(path: string, text: string): void;
  remove(path: string): void;
}

/** Path of `program`, also from the system folders that an ordinary user's PATH leaves out; undefined when absent. */
export function findProgram(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder || ".", program)).find(isExecutable);
}

/** Whether the DNS scenarios can run here. */
export function bindAvailable(): boolean {
  return missingPrograms(thisMachine).length === 0;
}

/**
 * Installs BIND if it is missing and somebody has said yes. Returns undefined when the DNS scenarios can run, else a
 * line that says why they are skipped and what to do.
 */
export function provideBind(machine: Machine = thisMachine): string | undefined {
  const problem = missingPrograms(machine).length > 0 ? tryInstall(machine) : undefined;
  const missing = missingPrograms(machine);
  if (missing.length === 0) return undefined;
  return `The DNS scenarios are skipped: no ${missing.join(", ")}. ${problem ?? installByHand}.`;
}

const installByHand = `Install BIND (Debian: apt-get install ${packages.join(" ")})`;

function missingPrograms({ find }: Machine): string[] {
  return programs.filter((program) => find(program) === undefined);
}

/** Returns what to do when it installs nothing. */
function tryInstall(machine: Machine): string | undefined {
  const { env, isRoot, find } = machine;
  if (env.IDM_TEST_INSTALL !== "1")
    return `${installByHand}, or set IDM_TEST_INSTALL=1 to have npm test install it as root`;
  const present = nameServers.find((program) => find(program) !== undefined);
  if (present) return `${installByHand}: npm test does not, because ${present} is here`;
  if (!isRoot || !find("apt-get")) return `${installByHand}: npm test needs root and apt-get for it`;
  try {
    machine.run("apt-get", ["update", "-q"]);
    withoutServices(machine, () =>
      machine.run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages]),
    );
  } catch (error) {
    return `${installByHand}: apt-get could not (${reasonOf(error)})`;
  }
}

/** Why a program has failed: the last line that it has written. */
export function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: Buffer };
  return String(stderr || message)
    .trim()
    .split("\n")
    .slice(-1)
    .join();
}

/** Keeps Debian from starting the installed service. Tests start their own. */
function withoutServices(machine: Machine, install: () => void): void {
  const isOurs = !machine.exists(policyFile);
  // On Ctrl-C apt-get ends. This process has to live on to remove the file.
  const stayAlive = () => {};
  process.on("SIGINT", stayAlive);
  if (isOurs) machine.writeScript(policyFile, "#!/bin/sh\nexit 101\n");
  try {
    install();
  } finally {
    if (isOurs) machine.remove(policyFile);
    process.off("SIGINT", stayAlive);
    // Otherwise the service starts at the next boot, or runs already where the machine's own policy allows it.
    if (machine.exists("/run/systemd/system"))
      machine.run("systemctl", ["disable", "--now", "named.service"]);
  }
}

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  find: findProgram,
  exists: existsSync,
  run: (program, args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync(program, args, { env, stdio: ["ignore", "ignore", "pipe"], timeout: 180_000 });
  },
  writeScript: (path, text) => writeFileSync(path, text, { mode: 0o755 }),
  remove: (path) => rmSync(path, { force: true }),
};

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
