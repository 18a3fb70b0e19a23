// Every fault of the service on the create of each resource, and some on everything else, in a few runs of the engine.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { allKinds, lostAnswers, refusals } from "./fault-kinds.ts";
import { newProject, type Project, type Run } from "./harness.ts";

const kinds = allKinds();
const indexes = kinds.map((_, index) => index);
const collections = {
  roles: /\/roles$/,
  domains: /\/custom-domains$/,
  templates: /\/verification\/templates$/,
};

interface Scene {
  service: Service;
  project: Project;
  /** Templates to take over and events to redeliver, one a kind of fault. */
  templateIds: string[];
  events: { eventStreamId: string; eventId: string }[];
}

/** As many resources of each type as there are kinds of fault. */
function program(
  { templateIds, events }: Pick<Scene, "templateIds" | "events">,
  description: string,
): string {
  return `
const idm = require("pulumi-idm");
const template = { type: "mdl", dialect: "simplified/1.0", wellKnownTrustedIssuers: "aamva",
  presentation: { mdl: { ns: { portrait: true } } } };
for (const i of ${JSON.stringify(indexes)}) {
  new idm.Role("role" + i, { name: "role " + i, description: ${JSON.stringify(description)} });
  new idm.CustomDomain("domain" + i, { domain: "d" + i + ".example.com", type: "self_managed_certs" });
  new idm.VcTemplate("template" + i, { ...template, name: "template " + i });
  new idm.VcTemplate("taken" + i, { templateId: ${JSON.stringify(templateIds)}[i], name: "taken " + i });
  new idm.EventRedelivery("event" + i, ${JSON.stringify(events)}[i]);
}`;
}

async function newScene(): Promise<Scene> {
  const service = await startService();
  const templateIds = kinds.map(() => service.tenant.addTemplate().id);
  const events = kinds.map(() => service.tenant.addEvent());
  const env = {
    IDM_REQUEST_TIMEOUT_SECONDS: "3",
    IDM_RETRY_DEADLINE_SECONDS: "60",
    IDM_MAX_CONCURRENCY: "64",
  };
  const project = await newProject(service, program({ templateIds, events }, "first"), { env });
  return { service, project, templateIds, events };
}

/** One fault of each kind for the creates of each type; what has an id of its own meets a certain one. */
function armCreates({ service, templateIds, events }: Scene): void {
  for (const path of Object.values(collections))
    for (const kind of allKinds()) service.faults.add({ ...kind, method: "POST", path });
  allKinds().forEach((kind, index) => {
    service.faults.add({ ...kind, method: "PATCH", path: new RegExp(`/${templateIds[index]}$`) });
    service.faults.add({ ...kind, method: "POST", path: new RegExp(`/${events[index]?.eventId}$`) });
  });
}

const numbered = (what: string) => indexes.map((index) => what.replace("#", String(index))).sort();
const sorted = <T>(items: Iterable<T>, text: (item: T) => string) => [...items].map(text).sort();

/** What the engine told of our resources. */
function complaints({ errors }: Run): string[] {
  return errors.filter((message) => /(Role|CustomDomain|VcTemplate|EventRedelivery) "/.test(message));
}

function expectHelpful(run: Run): void {
  // The engine itself tells of a program whose resources failed as "unhandled".
  expect(run.stdout + run.stderr).not.toMatch(/unhandled ?(promise ?)?rejection|triggerUncaughtException/i);
  expect(complaints(run).length).toBeGreaterThan(0);
  for (const message of complaints(run)) {
    expect(message).toMatch(/(GET|POST|PATCH|DELETE) \/[a-z]/);
    expect(message).toMatch(
      /\b(check|correct|declare|grant|look at|raise|remove|run|set|take it over|use)\b/i,
    );
  }
}

let scene: Scene;
beforeAll(async () => {
  scene = await newScene();
});
afterAll(async () => {
  await scene?.project.remove();
  await scene?.service.close();
});

describe("after every fault on the create of each resource, and one more up", () => {
  let faulty: Run;
  beforeAll(async () => {
    armCreates(scene);
    faulty = await scene.project.up("--continue-on-error", "--parallel", "200");
    expect(scene.service.faults.waiting).toBe(0);
    const next = await scene.project.up("--parallel", "200");
    expect(next).toMatchObject({ code: 0, errors: [] });
  }, 240_000);

  test("each role, domain and template is there once", () => {
    const { roles, domains, templates } = scene.service.tenant;
    expect(sorted(roles.values(), ({ name }) => name)).toEqual(numbered("role #"));
    expect(sorted(domains.values(), ({ domain }) => domain)).toEqual(numbered("d#.example.com"));
    const all = [...numbered("template #"), ...numbered("taken #")];
    expect(sorted(templates.values(), ({ name }) => name)).toEqual(all.sort());
  });

  test("no event is redelivered twice, and what may have been is told", () => {
    const { redeliveries } = scene.service.tenant;
    const counts = scene.events.map(
      ({ eventId }) => redeliveries.filter((redelivery) => redelivery.eventId === eventId).length,
    );
    expect(Math.max(...counts)).toBe(1);
    const told = scene.events.map(({ eventId }) =>
      complaints(faulty).some((text) => text.includes(eventId) && text.includes("may have been accepted")),
    );
    const lost = lostAnswers().length;
    expect(told).toEqual(indexes.map((index) => index < lost));
    const undelivered = indexes.filter((index) => counts[index] === 0);
    expect(undelivered.every((index) => told[index])).toBe(true);
  });

  test("each message names resource, operation and remedy", () => {
    expect(faulty.code).not.toBe(0);
    expectHelpful(faulty);
  });

  test("nothing is left to do", async () => {
    scene.service.requests.reset();
    expect(await scene.project.up()).toMatchObject({ code: 0, changes: { same: 5 * kinds.length + 1 } });
    expect(scene.service.requests.api).toEqual([]);
  });
});

/** A few of each sort. A 404 is none of them: it says that the item is gone. */
const some = () => [...lostAnswers().slice(0, 5), ...refusals().slice(0, 2)];

function arm({ faults }: Service, method: string): void {
  for (const path of [/\/roles\/rol_/, /\/custom-domains\/cd_/, /\/templates\/vct_/])
    for (const kind of some()) faults.add({ ...kind, method, path });
}

test("faults on reads fail a refresh with a message, and the next one sees everything", async () => {
  const { service, project } = scene;
  arm(service, "GET");
  const faulty = await project.refresh("--parallel", "200");
  service.faults.clear();
  expect(faulty.code).not.toBe(0);
  expectHelpful(faulty);
  expect(await project.refresh("--parallel", "200")).toMatchObject({ code: 0 });
  expect(await project.up("--parallel", "200")).toMatchObject({
    code: 0,
    changes: { same: 5 * kinds.length + 1 },
  });
});

test("faults on updates are made good by the next up", async () => {
  const { service, project } = scene;
  project.write(program(scene, "second"));
  arm(service, "PATCH");
  const faulty = await project.up("--continue-on-error", "--parallel", "200");
  service.faults.clear();
  expect(faulty.code).not.toBe(0);
  expectHelpful(faulty);
  expect(await project.up("--parallel", "200")).toMatchObject({ code: 0, errors: [] });
  const { roles } = service.tenant;
  expect(sorted(roles.values(), ({ name }) => name)).toEqual(numbered("role #"));
  expect(new Set(sorted(roles.values(), ({ description }) => description ?? ""))).toEqual(
    new Set(["second"]),
  );
});

test("faults on deletes are made good by the next destroy, which leaves what was taken over", async () => {
  const { service, project, templateIds } = scene;
  arm(service, "DELETE");
  const faulty = await project.destroy("--continue-on-error", "--parallel", "200");
  service.faults.clear();
  expect(faulty.code).not.toBe(0);
  expectHelpful(faulty);
  expect(await project.destroy("--parallel", "200")).toMatchObject({ code: 0, errors: [] });
  const { roles, domains, templates } = service.tenant;
  expect([roles.size, domains.size]).toEqual([0, 0]);
  expect([...templates.keys()].sort()).toEqual([...templateIds].sort());
});
