// Puts a real BIND on this machine for the DNS scenarios: named, nsupdate and dig. Run it before the tests
// (`node test/verification/dns/install-bind.mjs`), or import `installBind`. Plain JavaScript: it runs before Node 24 is on the PATH.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

const programs = ["named", "nsupdate", "dig"];
const packages = ["bind9", "bind9-dnsutils"];
const policyFile = "/usr/sbin/policy-rc.d";

/** Path of `program`, also from the system folders that an ordinary user's PATH leaves out; undefined when absent. */
export function findProgram(program) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin", "/usr/local/sbin"];
  return folders.map((folder) => join(folder || ".", program)).find((path) => existsSync(path));
}

/** What the DNS scenarios need and this machine lacks; empty when they can run. */
export function missingPrograms() {
  return programs.filter((program) => !findProgram(program));
}

/** Installs BIND with apt-get where it may; says in one line what to install where it may not. True when BIND is there. */
export function installBind(say = console.log) {
  if (missingPrograms().length > 0 && mayInstall()) tryInstall(say);
  const missing = missingPrograms();
  if (missing.length > 0) {
    say(
      `DNS scenarios left out: no ${missing.join(", ")} here. Install BIND (Debian: apt-get install ${packages.join(" ")}).`,
    );
  }
  return missing.length === 0;
}

function mayInstall() {
  return process.getuid?.() === 0 && findProgram("apt-get") !== undefined;
}

function tryInstall(say) {
  try {
    aptGet("update", "-q");
    withoutServices(() => aptGet("install", "-y", "-q", "--no-install-recommends", ...packages));
  } catch (error) {
    say(
      `apt-get could not install BIND: ${String(error.stderr || error.message)
        .trim()
        .split("\n")
        .at(-1)}`,
    );
  }
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", args, { env, stdio: ["ignore", "ignore", "pipe"], timeout: 180_000 });
}

/** Debian starts a service as soon as it is installed, unless this file's exit status 101 forbids it: the tests start their own. */
function withoutServices(install) {
  const ours = !existsSync(policyFile);
  if (ours) writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    if (ours) rmSync(policyFile, { force: true });
    // The service would otherwise start at the next boot, or run already where somebody else's policy let it.
    if (existsSync("/run/systemd/system")) {
      execFileSync("systemctl", ["disable", "--now", "named.service"], { stdio: "ignore" });
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) installBind();
