// What replaces a domain, and what its replacement does to the resources that depend on it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { scenarioHost } from "./plugin-host.ts";

let service: Service;
let project: Project;
let event: { eventStreamId: string; eventId: string };

beforeAll(async () => {
  service = await startService();
  allReady(service);
  event = service.tenant.addEvent();
  project = await newProject(service, program({}));
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

/** Every domain is ready as soon as it exists: no wait takes more than one read. */
function allReady({ tenant }: Service): void {
  const add = tenant.addDomain.bind(tenant);
  tenant.addDomain = (request) => Object.assign(add(request), { status: "ready" });
}

/** The SDK sets the option. Without it, --replace and taint create the new domain first, under both hosts. */
const loginOptions = scenarioHost === "plugin" ? { deleteBeforeReplace: true } : {};

/** `byName` depends on a property that no replacement changes, `byId` on one that each replacement does. */
function program(changes: Record<string, string>): string {
  const args = {
    domain: "login.example.com",
    type: "self_managed_certs",
    domainMetadata: { team: "a" },
    ...changes,
  };
  return `
const idm = require("pulumi-idm");
const login = new idm.CustomDomain("login", ${JSON.stringify(args)}, ${JSON.stringify(loginOptions)});
const ready = new idm.CustomDomainVerification("ready", { customDomainId: login.customDomainId });
const event = ${JSON.stringify(event)};
new idm.EventRedelivery("byName", { ...event, triggers: { name: login.domain, status: login.status } });
new idm.EventRedelivery("byId", { ...event, triggers: [login.customDomainId, { deep: ready.status }] });
exports.id = login.customDomainId;
`;
}

/** The operations of a run by resource: each once, in order of time. */
function operations({ steps }: Run): Record<string, string[]> {
  const names = [...new Set(steps.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(steps.filter((step) => step.name === name).map(({ op }) => op))]]),
  );
}

function urnOf(name: string): string {
  const found = project.resources().find(({ urn }) => urn.endsWith(`::${name}`));
  return found?.urn ?? expect.fail(`the state has no ${name}`);
}

/** The requests that change something, and the reads. */
async function requestsOf(run: () => Promise<Run>): Promise<[Run, string[]]> {
  service.requests.reset();
  const outcome = await run();
  expect(outcome, outcome.stdout).toMatchObject({ code: 0, errors: [] });
  return [outcome, service.requests.api.map(({ method, path }) => `${method} ${path.split("/")[3]}`)];
}

test("up creates everything", async () => {
  expect((await project.up()).changes).toEqual({ create: 5 });
  expect(service.tenant.redeliveries).toHaveLength(2);
});

test("an in-place change of a domain previews neither its verification nor a redelivery as replaced", async () => {
  project.write(program({ customClientIpHeader: "x-forwarded-for" }));
  const preview = await project.preview();
  expect(operations(preview), preview.stdout).toEqual({
    login: ["update"],
    ready: ["same"],
    byName: ["update"],
    byId: ["same"],
  });
  const [up, requests] = await requestsOf(() => project.up());
  expect(operations(up)).toEqual({ login: ["update"], ready: ["same"], byName: ["same"], byId: ["same"] });
  expect(requests).toEqual(["PATCH custom-domains"]);
});

const replacedOnce = [
  "DELETE custom-domains",
  "POST custom-domains",
  "GET custom-domains",
  "POST event-streams",
];

test("pulumi up --replace deletes a domain first, and sends only the redelivery whose trigger changes", async () => {
  const { id } = await project.outputs();
  const [run, requests] = await requestsOf(() => project.up("--replace", urnOf("login")));
  expect(requests, run.stdout).toEqual(replacedOnce);
  expect(await project.outputs()).not.toEqual({ id });
  expect(operations(run).byName).toEqual(["same"]);
});

test("a tainted domain is deleted first too", async () => {
  await project.pulumi(["state", "taint", "--yes", "--stack", "test", urnOf("login")]);
  const [run, requests] = await requestsOf(() => project.up());
  expect(requests, run.stdout).toEqual(replacedOnce);
});

test("a changed input that replaces the domain does the same, and the preview tells that the domain is live", async () => {
  project.write(program({ relyingPartyIdentifier: "example.com", customClientIpHeader: "x-forwarded-for" }));
  const preview = await project.preview();
  expect(operations(preview), preview.stdout).toMatchObject({
    login: expect.arrayContaining(["replace"]),
    ready: ["update"],
    byName: ["update"],
    byId: ["update"],
  });
  expect(preview.stdout).toMatch(/warning: .*relyingPartyIdentifier differs .*It is live/);
  const [run, requests] = await requestsOf(() => project.up());
  expect(requests, run.stdout).toEqual(replacedOnce);
  expect(operations(run).byName).toEqual(["same"]);
});

test("up again changes nothing", async () => {
  const [run, requests] = await requestsOf(() => project.up("--refresh"));
  expect(run.changes).toEqual({ same: 5 });
  expect(requests).toEqual(["GET custom-domains", "GET custom-domains"]);
});
