// The example `fleet`: one program for many tenants, with a broken and a rate-limited one among them.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import type { TenantsProcess } from "./tenants-process.ts";
import { type TenantsScene, tenantsSceneForTest } from "./tenants-scene.ts";
import { includesAny } from "./written-files.ts";

const timeout = 300_000;
const declared = { domains: 1, roles: ["Auditor", "Support"] };

/** Every request is a 401 until the faults are cleared. */
const refuseAll = ({ faults }: Service) =>
  faults.add({ kind: "status", status: 401, path: /^\/api\//, times: Number.POSITIVE_INFINITY });

const retrySoon = { headers: { "retry-after": "1" } };

const held = ({ tenant }: Service) => ({
  domains: tenant.domains.size,
  roles: [...tenant.roles.values()].map(({ name }) => name).sort(),
});

const statuses = ({ results }: TenantsScene, verb: string) =>
  Object.fromEntries(results(verb).tenants.map(({ name, status }) => [name, status]));

/** Paths below the folder whose content has one of the texts. */
function filesWith(folder: string, texts: readonly string[]): string[] {
  const isFile = (path: string) => statSync(join(folder, path)).isFile();
  const below = (top: string) =>
    readdirSync(join(folder, top), { recursive: true, encoding: "utf8" }).map((path) => join(top, path));
  // A recursive list would follow the link node_modules.
  const tops = readdirSync(folder).filter((name) => name !== "node_modules");
  const paths = tops.flatMap((top) => [top, ...(isFile(top) ? [] : below(top))]);
  return paths.filter((path) => isFile(path) && includesAny(readFileSync(join(folder, path), "utf8"), texts));
}

test("a broken tenant and a rate-limited one leave the others alone, and --resume runs only the broken one", {
  timeout,
}, async () => {
  const limited = { rateLimit: { perSecond: 2, burst: 1 }, rateLimitHeadersAlways: true };
  const scene = await tenantsSceneForTest({ acme: {}, globex: {}, initech: limited });
  const services = Object.values(scene.services);
  const [acme, globex, initech] = services as [Service, Service, Service];
  refuseAll(globex);
  // Certain also where a busy machine sends fewer requests than the limit allows.
  initech.faults.add({ kind: "status", status: 429, method: "POST", path: /^\/api\//, ...retrySoon });

  const up = await scene.run("up", "--parallel", "2", "--json", "summary.json");
  expect(up, up.output).toMatchObject({ code: 1 });
  expect(up.output).toMatch(/^\[0\/3\] acme: up begins$/m);
  expect(up.output).toMatch(/^\[[123]\/3\] acme: done \(create 4, /m);
  expect(up.output).toMatch(/^globex +failed /m);
  expect(up.output).toMatch(/^globex: .*401 Unauthorized on POST .*\(and 2 more\)$/m);
  expect(up.output).toContain("up: 2 done, 1 failed in ");
  const summary = JSON.parse(readFileSync(join(scene.folder, "summary.json"), "utf8"));
  expect(summary).toEqual(scene.results("up"));
  expect(summary).toMatchObject({
    exitCode: 1,
    tenants: [
      { name: "acme", status: "done", changes: { create: 4 } },
      { name: "globex", status: "failed", error: expect.stringContaining("401 Unauthorized") },
      { name: "initech", status: "done", changes: { create: 4 } },
    ],
  });
  expect(scene.log("up", "globex")).toContain("401 Unauthorized");
  expect([held(acme), held(initech)]).toEqual([declared, declared]);
  expect(initech.requests.api.map(({ status }) => status)).toContain(429);
  const secrets = services.map(({ client }) => client.secret);
  expect(includesAny(up.output, secrets)).toBe(false);
  expect(filesWith(scene.folder, secrets)).toEqual([]);

  globex.faults.clear();
  for (const { requests } of services) requests.reset();
  const again = await scene.run("up", "--resume");
  expect(again, again.output).toMatchObject({ code: 0 });
  expect(held(globex)).toEqual(declared);
  expect([...acme.requests.api, ...initech.requests.api]).toEqual([]);

  for (const role of globex.tenant.roles.values()) role.description = "changed by hand";
  const drift = await scene.run("drift", "--only", "acme,glo*");
  expect(drift, drift.output).toMatchObject({ code: 3 });
  expect(statuses(scene, "drift")).toEqual({ acme: "done", globex: "drifted" });

  const destroyed = await scene.run("destroy", "--parallel", "3");
  expect(destroyed, destroyed.output).toMatchObject({ code: 0 });
  for (const service of services) expect(held(service)).toEqual({ domains: 0, roles: [] });
});

test("every verb takes the settings of the list, and an address that is not the deployed one is refused", {
  timeout,
}, async () => {
  const scene = await tenantsSceneForTest({ acme: {} });
  const { acme } = scene.services as Record<"acme", Service>;
  const other = await serviceForTest({});
  const settings = join(scene.folder, "Pulumi.acme.yaml");
  const requestsOf = ({ requests }: Service) => [...requests.api, ...requests.token];
  expect(await scene.run("up")).toMatchObject({ code: 0 });

  const changed = `$1idm:authUrl: ${other.authUrl}\n$1idm:clientId: somebody-else`;
  writeFileSync(settings, readFileSync(settings, "utf8").replace(/^( +)idm:authUrl: .*/m, changed));
  scene.editList((entry) => ({ ...entry, authUrl: undefined }));
  const drift = await scene.run("drift");
  expect(drift, drift.output).toMatchObject({ code: 0 });
  expect(requestsOf(other)).toEqual([]);
  expect(readFileSync(settings, "utf8")).not.toMatch(/authUrl|clientId/);

  // As in a fresh clone.
  rmSync(settings);
  acme.requests.reset();
  scene.editList((entry) => ({ ...entry, baseUrl: other.baseUrl }));
  for (const verb of ["drift", "refresh", "destroy"]) {
    const refused = await scene.run(verb);
    expect(refused, refused.output).toMatchObject({ code: 1 });
    expect(refused.output).toContain(
      `acme: the last up was at ${acme.baseUrl}, but the list has ${other.baseUrl}: correct the list, or run preview`,
    );
  }
  expect([...requestsOf(acme), ...requestsOf(other)]).toEqual([]);

  scene.editList((entry) => ({ ...entry, baseUrl: `${acme.baseUrl}/` }));
  const destroyed = await scene.run("destroy");
  expect(destroyed, destroyed.output).toMatchObject({ code: 0 });
  expect(held(acme)).toEqual({ domains: 0, roles: [] });
  expect(requestsOf(other)).toEqual([]);
  const empty = await scene.run("drift");
  expect(empty.output).toContain("acme: the stack of the tenant has no resources: run up first");
  expect(empty.code).toBe(1);
});

/** Long enough for the signal of a test to arrive while the creates of two tenants are in flight. */
const inFlightMs = 6000;

/** A scene whose `up`, two tenants at a time, has creates of two tenants in flight. */
async function inFlight(start: (scene: TenantsScene) => TenantsProcess) {
  const slow = { latencyMs: inFlightMs };
  const scene = await tenantsSceneForTest({ acme: slow, globex: slow, initech: slow });
  const { acme, globex, initech } = scene.services as Record<"acme" | "globex" | "initech", Service>;
  const run = start(scene);
  let hasEnded = false;
  void run.done.then(() => {
    hasEnded = true;
  });
  while (acme.requests.writes.length < 1 || globex.requests.writes.length < 1) {
    if (hasEnded) throw new Error(`the run ended: ${(await run.done).output}`);
    await setTimeout(20);
  }
  expect(initech.requests.api).toEqual([]);
  // Responses are fast again. Those in flight keep their time.
  slow.latencyMs = 0;
  return { scene, run };
}

/** Nothing of the run is left, `--resume` completes it, and each service holds each item once. */
async function expectResumes(scene: TenantsScene): Promise<void> {
  const resumed = await scene.run("up", "--resume", "--parallel", "3");
  expect(resumed, resumed.output).toMatchObject({ code: 0 });
  for (const service of Object.values(scene.services)) expect(held(service)).toEqual(declared);
}

test("two tenants run at a time, SIGINT cancels both and starts no new one, and --resume completes all", {
  timeout,
}, async () => {
  const { scene, run } = await inFlight(({ start }) => start("up", "--parallel", "2"));
  run.interrupt();
  const { code, output } = await run.done;
  expect({ code, output }).toEqual({ code: 130, output: expect.stringContaining("no new tenant starts") });
  expect(statuses(scene, "up")).toEqual({ acme: "interrupted", globex: "interrupted", initech: "waiting" });
  expect(scene.services.initech?.requests.api).toEqual([]);
  expect(scene.log("up", "acme")).toContain("update canceled");
  expect(run.processes).toEqual([]);
  await expectResumes(scene);
});

test("a terminal shows a live table, and its Ctrl-C cancels each running tenant once", {
  timeout,
}, async () => {
  const { scene, run } = await inFlight(({ startOnTerminal }) => startOnTerminal("up", "--parallel", "2"));
  run.type("\u0003");
  const { code, output } = await run.done;
  expect({ code, output }).toEqual({ code: 130, output: expect.stringContaining("\u001b[4A\u001b[J") });
  expect(output).toMatch(/up: 2 running, 1 waiting {2}\d+\.\d s\r\nacme {5}running/);
  for (const tenant of ["acme", "globex"]) {
    expect(scene.log("up", tenant).match(/\^C received/g)).toHaveLength(1);
    expect(scene.log("up", tenant)).toContain("update canceled");
  }
  await expectResumes(scene);
});

test("after kill -9 the error names the way out of the lock, and --resume completes all", {
  timeout,
}, async () => {
  const { scene, run } = await inFlight(({ start }) => start("up", "--parallel", "2"));
  run.killWorker();
  expect(await run.done).toMatchObject({ code: 137 });
  // The kernel ends everything that was started on the machine.
  run.killAll();
  const locked = await scene.run("up", "--resume", "--only", "acme");
  expect(locked.code).toBe(1);
  expect(locked.output).toContain("acme: the stack is locked");
  expect(locked.output).toContain("node fleet.ts unlock tenants.yaml --only acme");
  expect(await scene.run("unlock", "tenants.yaml")).toMatchObject({ code: 0 });
  await expectResumes(scene);
});
