// Memory of a provider process that reads 20,000 roles, from lists and by their ids. Uses what `npm run build` wrote.
// node bench/walk-memory.ts
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ServiceProcess } from "./service-process.ts";

const count = 20_000;
const readsInFlight = 8;

/** What is used of a provider object of `dist/`. */
interface Reader {
  configure(request: { config: { get(): undefined } }): void;
  read(id: string, props: object): Promise<{ id?: string }>;
}

if (process.argv[2] === "read") await readAll();
else await compare();

async function compare(): Promise<void> {
  const service = await ServiceProcess.start(["--roles", `${count}`]);
  const { baseUrl, authUrl, clientId, clientSecret } = service.announcement;
  const settings = {
    IDM_BASE_URL: baseUrl,
    IDM_AUTH_URL: authUrl,
    IDM_CLIENT_ID: clientId,
    IDM_CLIENT_SECRET: clientSecret,
  };
  console.log(`| ${count} reads | Memory, MB | Requests |\n| --- | --- | --- |`);
  for (const bulk of ["false", "true"]) {
    const child = fork(import.meta.filename, ["read"], {
      env: { ...process.env, ...settings, IDM_BULK_READ: bulk },
    });
    const [memoryMb] = (await once(child, "message")) as [number];
    await once(child, "exit");
    const { requests } = await service.takeLog();
    console.log(`| ${bulk === "true" ? "from lists" : "by id"} | ${memoryMb.toFixed(0)} | ${requests} |`);
  }
  await service.stop();
}

/** Sends the most memory that was resident at one time (VmHWM). */
async function readAll(): Promise<void> {
  const { Role } = createRequire(import.meta.url)("../dist/provider/index.js") as { Role: Reader };
  Role.configure({ config: { get: () => undefined } });
  let next = 0;
  const reader = async () => {
    while (next < count) await read(Role, next++);
  };
  await Promise.all(Array.from({ length: readsInFlight }, reader));
  const memoryKb = Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  process.send?.(memoryKb / 1024);
  process.disconnect();
}

async function read(role: Reader, index: number): Promise<void> {
  const props = {
    name: `other ${index}`,
    description: "",
    roleId: `rol_other_${index}`,
    __declared: ["name"],
  };
  const { id } = await role.read(`rol_other_${index}`, props);
  if (id === undefined) throw new Error(`role ${index} was not found`);
}
