// Every fault of the service on the create of each resource, and some on other operations, in a few runs of the engine.
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
  /** Existing templates to adopt and events to redeliver, one for each kind of fault. */
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
  new idm.VcTemplate("adopted" + i, { templateId: ${JSON.stringify(templateIds)}[i], name: "adopted " + i });
  new idm.EventRedelivery("event" + i, ${JSON.stringify(events)}[i]);
}`;
}

async function newScene(): Promise<Scene> {
  const service = await startService();
  const templateIds = kinds.map(() => service.tenant.addTemplate().id);
  const events = kinds.map(() => service.tenant.addEvent());
  const env = {
    IDM_REQUEST_TIMEOUT_SECONDS: "5",
    IDM_RETRY_DEADLINE_SECONDS: "60",
    IDM_MAX_CONCURRENCY: "64",
  };
  const project = await newProject(service, program({ templateIds, events }, "first"), { env });
  return { service, project, templateIds, events };
}

/** Adds one fault of each kind to the creates of each type; template `i` and event `i` meet the fault `i`. */
function addCreateFaults({ service, templateIds, events }: Scene): void {
  for (const path of Object.values(collections))
    for (const kind of allKinds()) service.faults.add({ ...kind, method: "POST", path });
  allKinds().forEach((kind, index) => {
    service.faults.add({ ...kind, method: "PATCH", path: new RegExp(`/${templateIds[index]}$`) });
    service.faults.add({ ...kind, method: "POST", path: new RegExp(`/${events[index]?.eventId}$`) });
  });
}

const numbered = (what: string) => indexes.map((index) => what.replace("#", String(index))).sort();
const sorted = <T>(items: Iterable<T>, text: (item: T) => string) => [...items].map(text).sort();

/** The error messages about our resources. */
function errorsOfResources({ errors }: Run): string[] {
  return errors.filter((message) => /(Role|CustomDomain|VcTemplate|EventRedelivery) "/.test(message));
}

function expectHelpful(run: Run): void {
  // The engine's own message about a program whose resources failed contains "unhandled" too.
  expect(run.stdout + run.stderr).not.toMatch(/unhandled ?(promise ?)?rejection|triggerUncaughtException/i);
  expect(errorsOfResources(run).length).toBeGreaterThan(0);
  for (const message of errorsOfResources(run)) {
    expect(message).toMatch(/(GET|POST|PATCH|DELETE) \/[a-z]/);
    expect(message).toMatch(/\b(check|correct|declare|grant|look at|raise|remove|run|set|adopt it|use)\b/i);
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
    addCreateFaults(scene);
    faulty = await scene.project.up("--continue-on-error", "--parallel", "200");
    expect(scene.service.faults.waiting).toBe(0);
    const next = await scene.project.up("--parallel", "200");
    expect(next).toMatchObject({ code: 0, errors: [] });
  }, 240_000);

  test("each role, domain and template is there once", () => {
    const { roles, domains, templates } = scene.service.tenant;
    expect(sorted(roles.values(), ({ name }) => name)).toEqual(numbered("role #"));
    expect(sorted(domains.values(), ({ domain }) => domain)).toEqual(numbered("d#.example.com"));
    const all = [...numbered("template #"), ...numbered("adopted #")];
    expect(sorted(templates.values(), ({ name }) => name)).toEqual(all.sort());
  });

  test("no event is redelivered twice, and an error reports each redelivery of unknown outcome", () => {
    const { redeliveries } = scene.service.tenant;
    const counts = scene.events.map(
      ({ eventId }) => redeliveries.filter((redelivery) => redelivery.eventId === eventId).length,
    );
    expect(Math.max(...counts)).toBe(1);
    const reported = scene.events.map(({ eventId }) =>
      errorsOfResources(faulty).some(
        (message) => message.includes(eventId) && message.includes("may have been accepted"),
      ),
    );
    const lost = lostAnswers().length;
    expect(reported).toEqual(indexes.map((index) => index < lost));
    const undelivered = indexes.filter((index) => counts[index] === 0);
    expect(undelivered.every((index) => reported[index])).toBe(true);
  });

  test("each message names resource, request and remedy", () => {
    expect(faulty.code).not.toBe(0);
    expectHelpful(faulty);
  });

  test("a further up changes nothing and sends nothing", async () => {
    scene.service.requests.reset();
    expect(await scene.project.up()).toMatchObject({ code: 0, changes: { same: 5 * kinds.length + 1 } });
    expect(scene.service.requests.api).toEqual([]);
  });
});

/** A few of each sort; no 404, which means that the item is gone. */
const someKinds = () => [...lostAnswers().slice(0, 5), ...refusals().slice(0, 2)];

/** Adds some faults to the requests of one method for an item. */
function addItemFaults({ faults }: Service, method: string): void {
  for (const path of [/\/roles\/rol_/, /\/custom-domains\/cd_/, /\/templates\/vct_/])
    for (const kind of someKinds()) faults.add({ ...kind, method, path });
}

test("faults on reads fail a refresh with a message, and the next refresh reads everything", async () => {
  const { service, project } = scene;
  addItemFaults(service, "GET");
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

test("after faults on updates the next up updates the rest", async () => {
  const { service, project } = scene;
  project.write(program(scene, "second"));
  addItemFaults(service, "PATCH");
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

test("after faults on deletes the next destroy deletes the rest, and leaves the adopted templates", async () => {
  const { service, project, templateIds } = scene;
  addItemFaults(service, "DELETE");
  const faulty = await project.destroy("--continue-on-error", "--parallel", "200");
  service.faults.clear();
  expect(faulty.code).not.toBe(0);
  expectHelpful(faulty);
  expect(await project.destroy("--parallel", "200")).toMatchObject({ code: 0, errors: [] });
  const { roles, domains, templates } = service.tenant;
  expect([roles.size, domains.size]).toEqual([0, 0]);
  expect([...templates.keys()].sort()).toEqual([...templateIds].sort());
});
