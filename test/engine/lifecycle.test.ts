import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { type Args, programOf } from "./harness-program.ts";

let service: Service;
let project: Project;
let existing: { id: string };
let event: { eventStreamId: string; eventId: string };

beforeAll(async () => {
  service = await startService();
  existing = service.tenant.addTemplate({ name: "as it was" });
  event = service.tenant.addEvent();
  project = await newProject(service, program());
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

/** The program of each test. `changes` replaces arguments by resource; undefined removes one. */
function program(changes: Record<string, Args> = {}): string {
  const mdl = (attributes: Record<string, boolean>) => ({
    "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": attributes },
  });
  return programOf(
    {
      login: [
        "CustomDomain",
        {
          domain: "login.example.com",
          type: "self_managed_certs",
          customClientIpHeader: "cf-connecting-ip",
          domainMetadata: { cost_center: "42", team: null },
          ...changes.login,
        },
      ],
      signup: [
        "CustomDomain",
        { domain: "signup.example.co.uk", type: "service_managed_certs", ...changes.signup },
      ],
      adopted: ["VcTemplate", { templateId: existing.id, name: "licence", ...changes.adopted }],
      created: [
        "VcTemplate",
        {
          name: "created",
          type: "mdl",
          dialect: "simplified/1.0",
          wellKnownTrustedIssuers: "aamva",
          presentation: mdl({ family_name: true, birth_date: true }),
          ...changes.created,
        },
      ],
      support: ["Role", { name: "Support", description: "Answers questions", ...changes.support }],
      redelivery: ["EventRedelivery", { ...event, ...changes.redelivery }],
    },
    { login: "login.verificationRecord", signup: "signup.verificationRecords", roleId: "support.roleId" },
  );
}

/** The run, which must succeed, and the API requests that it sent, as `METHOD /path`. */
async function requestsOf(run: () => Promise<Run>): Promise<[Run, string[]]> {
  service.requests.reset();
  const outcome = await run();
  expect(outcome, outcome.stdout).toMatchObject({ code: 0, errors: [] });
  return [
    outcome,
    service.requests.api.map(({ method, path }) => `${method} ${path.slice("/api/v2".length)}`),
  ];
}

const templatesPath = "/verifiable-credentials/verification/templates";

test("up creates each resource with one request, and requests one token", async () => {
  const [run, requests] = await requestsOf(() => project.up());
  expect(run.changes).toEqual({ create: 7 });
  expect(requests.sort()).toEqual([
    `PATCH ${templatesPath}/${existing.id}`,
    "POST /custom-domains",
    "POST /custom-domains",
    `POST /event-streams/${event.eventStreamId}/redeliver/${event.eventId}`,
    "POST /roles",
    `POST ${templatesPath}`,
  ]);
  expect(service.requests.token).toHaveLength(1);
});

test("the service holds what the program declares", () => {
  const [login, signup] = ["login.example.com", "signup.example.co.uk"].map(domainNamed);
  expect(login).toMatchObject({
    type: "self_managed_certs",
    custom_client_ip_header: "cf-connecting-ip",
    domain_metadata: { cost_center: "42", team: null },
  });
  expect(signup).toMatchObject({ type: "service_managed_certs" });
  expect([...service.tenant.roles.values()]).toMatchObject([
    { name: "Support", description: "Answers questions" },
  ]);
  expect(service.tenant.templates.get(existing.id)).toMatchObject({ name: "licence", type: "mdl" });
  expect(service.tenant.redeliveries).toHaveLength(1);
});

test("verification records have the form that a DNS resource takes", async () => {
  const { login, signup, roleId } = await project.outputs();
  const record = { name: expect.stringMatching(/[^.]$/), value: expect.any(String) };
  expect(login).toEqual({ ...record, type: expect.stringMatching(/^(CNAME|TXT)$/) });
  expect(signup).toEqual([{ ...record, type: expect.stringMatching(/^(CNAME|TXT)$/) }]);
  expect(roleId).toBe([...service.tenant.roles.keys()][0]);
});

test("up again changes nothing and sends nothing", async () => {
  const [run, requests] = await requestsOf(() => project.up());
  expect(run.changes).toEqual({ same: 7 });
  expect(requests).toEqual([]);
});

test("a refresh without drift reads each item once and writes nothing", async () => {
  const [run, requests] = await requestsOf(() => project.refresh());
  expect(run.changes).toEqual({ same: 7 });
  expect(requests.sort()).toEqual(
    [
      ...[...service.tenant.domains.keys()].map((id) => `GET /custom-domains/${id}`),
      ...[...service.tenant.roles.keys()].map((id) => `GET /roles/${id}`),
      ...[...service.tenant.templates.keys()].map((id) => `GET ${templatesPath}/${id}`),
    ].sort(),
  );
});

test("a preview shows what would change, and sends nothing", async () => {
  project.write(
    program({
      login: { customClientIpHeader: "x-forwarded-for" },
      signup: { domain: "join.example.co.uk" },
      support: { description: undefined },
    }),
  );
  const [run, requests] = await requestsOf(() => project.preview());
  expect(run.changes).toMatchObject({ update: 2, replace: 1, same: 4 });
  expect(run.steps).toEqual(
    expect.arrayContaining([
      { op: "update", name: "login", diffs: ["customClientIpHeader"] },
      { op: "replace", name: "signup", diffs: expect.arrayContaining(["domain"]) },
      { op: "update", name: "support", diffs: ["description"] },
    ]),
  );
  expect(requests).toEqual([]);
});

test("up updates in place, and deletes a domain before it creates the replacement", async () => {
  const [login, signup] = ["login.example.com", "signup.example.co.uk"].map(domainNamed);
  const roleId = [...service.tenant.roles.keys()][0];
  const [run, requests] = await requestsOf(() => project.up());
  expect(run.changes).toMatchObject({ update: 2, replace: 1, same: 4 });
  expect(requests).toHaveLength(4);
  expect(requests).toContain(`PATCH /custom-domains/${login?.custom_domain_id}`);
  expect(requests).toContain(`PATCH /roles/${roleId}`);
  expect(requests.filter((request) => !request.startsWith("PATCH"))).toEqual([
    `DELETE /custom-domains/${signup?.custom_domain_id}`,
    "POST /custom-domains",
  ]);
});

test("an update sends only what changed, and an input that is no longer declared goes back to its default", () => {
  expect(domainNamed("login.example.com")).toMatchObject({
    custom_client_ip_header: "x-forwarded-for",
    domain_metadata: { cost_center: "42" },
  });
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "Support", description: "" }]);
  expect(domainNamed("signup.example.co.uk")).toBeUndefined();
  expect(domainNamed("join.example.co.uk")).toBeDefined();
});

test("a changed trigger redelivers the event once more", async () => {
  project.write(
    program({ signup: { domain: "join.example.co.uk" }, redelivery: { triggers: { attempt: "2" } } }),
  );
  await requestsOf(() => project.up());
  expect(service.tenant.redeliveries).toHaveLength(2);
});

test("refresh reads drift, the preview shows it, and up undoes it", async () => {
  const [role] = service.tenant.roles.values();
  const login = domainNamed("login.example.com");
  if (!role || !login) throw new Error("the records of the tests before are missing");
  role.description = "changed by hand";
  login.custom_client_ip_header = "true-client-ip";
  Object.assign(service.tenant.templates.get(existing.id) ?? {}, {
    name: "renamed",
    type: "changed, but not declared",
  });
  const [refresh] = await requestsOf(() => project.refresh());
  expect(refresh.changes).toMatchObject({ update: 3 });
  const [preview] = await requestsOf(() => project.preview());
  expect(preview.steps.filter(({ op }) => op !== "same")).toEqual(
    expect.arrayContaining([
      { op: "update", name: "support", diffs: ["description"] },
      { op: "update", name: "login", diffs: ["customClientIpHeader"] },
      { op: "update", name: "adopted", diffs: ["name"] },
    ]),
  );
  await requestsOf(() => project.up());
  expect(role).toMatchObject({ description: "Answers questions" });
  expect(login).toMatchObject({ custom_client_ip_header: "cf-connecting-ip" });
  expect(service.tenant.templates.get(existing.id)).toMatchObject({
    name: "licence",
    type: "changed, but not declared",
  });
});

test("after a refresh, up creates again what was deleted at the service", async () => {
  service.tenant.roles.clear();
  service.tenant.domains.clear();
  const [refresh] = await requestsOf(() => project.refresh());
  expect(refresh.changes).toMatchObject({ delete: 3 });
  const [up] = await requestsOf(() => project.up());
  expect(up.changes).toMatchObject({ create: 3 });
  expect(service.tenant.domains.size).toBe(2);
  expect(service.tenant.roles.size).toBe(1);
});

test("destroy deletes what was created, and leaves the adopted template", async () => {
  const [run, requests] = await requestsOf(() => project.destroy());
  expect(run.changes).toEqual({ delete: 7 });
  expect(requests).toHaveLength(4);
  expect(requests.filter((request) => !request.startsWith("DELETE"))).toEqual([]);
  expect(service.tenant.domains.size).toBe(0);
  expect(service.tenant.roles.size).toBe(0);
  expect([...service.tenant.templates.keys()]).toEqual([existing.id]);
});

function domainNamed(name: string) {
  return [...service.tenant.domains.values()].find(({ domain }) => domain === name);
}
