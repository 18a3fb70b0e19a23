import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import {
  type BindZone,
  configuration,
  hintFile,
  hintFileName,
  type TsigKey,
  zoneFile,
  zoneFileName,
} from "./bind-files.ts";
import { findProgram } from "./install-bind.ts";

const run = promisify(execFile);

export interface BindOptions {
  readonly zones: readonly BindZone[];
  /** Address in the NS record of zones without an own NS record. Default: 127.0.0.1. */
  readonly nameServer?: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Address of the root server. Makes this server a resolver. */
  readonly rootServer?: string;
  /** Allows only updates signed with this key. Then `add`, `remove` and `update` fail, because they do not sign. */
  readonly updateKey?: TsigKey;
}

/** named listens only on addresses that an interface has, which excludes the rest of 127.0.0.0/8. */
const address = "127.0.0.1";

/** A running BIND. Records are lines of a zone file, such as `login.example.test. 60 CNAME edge.example.net.`. */
export interface Bind {
  /** `ADDRESS:PORT`, a value for `idm:dnsServers`. */
  address: string;
  port: number;
  add(record: string): Promise<void>;
  /** Without a value in `record`, removes all records of its name and type. */
  remove(record: string): Promise<void>;
  /** Any commands of `nsupdate`, sent as one update. */
  update(commands: string[]): Promise<void>;
  /** All records of the zone, with single spaces between the fields. */
  dump(zone: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts `named` as an ordinary process on loopback. Rejects with its log when it does not start. */
export async function startBind(options: BindOptions): Promise<Bind> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    try {
      return await startAt(port, options);
    } catch (error) {
      // Another process may take the port after `freePort` has found it.
      if (options.port !== undefined || attempt === 3) throw error;
    }
  }
}

async function startAt(
  port: number,
  { zones, nameServer = address, rootServer, updateKey }: BindOptions,
): Promise<Bind> {
  const folder = await mkdtemp(join(tmpdir(), "idm-bind-"));
  const configFile = join(folder, "named.conf");
  await writeFile(configFile, configuration({ folder, port, zones, rootServer, updateKey }));
  if (rootServer !== undefined) await writeFile(join(folder, hintFileName), hintFile(rootServer));
  await Promise.all(
    zones.map((zone) => writeFile(join(folder, zoneFileName(zone)), zoneFile(zone, nameServer))),
  );
  const process = spawn(program("named"), ["-c", configFile, "-g"], { stdio: ["ignore", "ignore", "pipe"] });
  const stop = async () => {
    await end(process);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await listening(process);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: `${address}:${port}`, port, ...client(port), stop };
}

function client(port: number): Pick<Bind, "add" | "remove" | "update" | "dump"> {
  const update = async (commands: string[]) => {
    const nsupdate = run(program("nsupdate"), { timeout: 10_000 });
    nsupdate.child.stdin?.end([`server ${address} ${port}`, ...commands, "send", ""].join("\n"));
    await nsupdate;
  };
  return {
    update,
    add: (record) => update([`update add ${record}`]),
    remove: (record) => update([`update delete ${record}`]),
    dump: async (zone) => {
      const where = [`@${address}`, "-p", String(port)];
      const { stdout } = await run(program("dig"), [...where, zone, "AXFR", "+noall", "+answer", "+onesoa"]);
      return stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => line.replaceAll(/\s+/g, " "));
    },
  };
}

/** named reports "running" also without a socket, when its port is taken. So look for the error first. */
async function listening(process: ChildProcess): Promise<void> {
  const log: string[] = [];
  if (process.stderr === null) throw new Error("named has no stderr");
  for await (const line of createInterface({ input: process.stderr })) {
    log.push(line);
    if (/could not listen|not listening on any|loading configuration: /.test(line)) break;
    if (line.endsWith(" running")) {
      process.stderr.resume();
      return;
    }
  }
  throw new Error(`named did not start:\n${log.slice(-15).join("\n")}`);
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, "exit");
  process.kill("SIGTERM");
  await exited;
}

function program(name: string): string {
  const path = findProgram(name);
  if (path === undefined)
    throw new Error(`${name} is not on this machine: see test/verification/dns/install-bind.ts`);
  return path;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, address);
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
