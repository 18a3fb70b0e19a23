// What the service and the user see of requests.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { programOf } from "./harness-program.ts";

const roles = programOf(
  Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`role${n}`, ["Role", { name: `Role ${n}` }] as const])),
);
let service: Service;
let project: Project;
beforeAll(async () => {
  service = await startService();
  project = await newProject(service, roles);
});
beforeEach(() => service.requests.reset());
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

test("a wrong secret costs one token request, not one for each resource", async () => {
  const { IDM_CLIENT_SECRET } = project.env;
  project.env.IDM_CLIENT_SECRET = "canary-wrong-secret";
  const run = await project.up();
  project.env.IDM_CLIENT_SECRET = IDM_CLIENT_SECRET;
  expect(run.code).not.toBe(0);
  expect(run.errors.join("\n")).toContain("granted no access token");
  expect(run.stdout + run.stderr).not.toContain("canary-wrong-secret");
  expect(service.requests.token).toHaveLength(1);
});

test("what a service says reaches no terminal raw", async () => {
  const message = "no \u001b[2J\u009b2J\u202e\nerror: fake";
  service.faults.add({ kind: "status", status: 400, body: { message }, path: /roles/, times: 9 });
  const run = await project.up();
  service.faults.clear();
  expect(run.errors.join("\n")).toContain("no  [2J 2J error: fake");
  for (const raw of ["\u001b[2J", "\u009b", "\u202e", "\nerror: fake"])
    expect(run.stdout + run.stderr).not.toContain(raw);
});

test("IDM_LOG=debug shows a line for each request, and each request names provider and Node", async () => {
  project.env.IDM_LOG = "debug";
  const run = await project.up();
  delete project.env.IDM_LOG;
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [] });
  const lines = run.stdout.match(/debug: .*/g) ?? [];
  expect(
    new Set(
      lines.map((line) =>
        line
          .replace(/\d+ ms/, "N ms")
          .replace(/, waited \d+ ms/, "")
          .trim(),
      ),
    ),
  ).toEqual(
    new Set([
      "debug: Access token: POST /oauth/token/: 200 (N ms, attempt 1)",
      ...[1, 2, 3, 4, 5].map((n) => `debug: Role "Role ${n}": POST /roles: 200 (N ms, attempt 1)`),
    ]),
  );
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const agents = [...service.requests.api, ...service.requests.token].map(({ userAgent }) => userAgent);
  expect(agents).toHaveLength(6);
  for (const agent of agents)
    expect(agent).toMatch(new RegExp(`^pulumi-idm/${version} node/\\d+\\.\\d+\\.\\d+$`));
});

test("IDM_LOG=json prints one JSON object a line, which pulumi --json passes on in its events", async () => {
  Object.assign(project.env, { IDM_LOG: "json", IDM_BULK_READ: "false" });
  const { stdout } = await project.pulumi(["refresh", "--yes", "--skip-preview", "--json"]);
  Object.assign(project.env, { IDM_LOG: undefined, IDM_BULK_READ: undefined });
  const events = stdout.split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));
  const messages: string[] = events.flatMap(({ diagnosticEvent }) => diagnosticEvent?.message ?? []);
  const lines = messages.filter((text) => text.startsWith("{")).map((text) => JSON.parse(text));
  const reads = lines.filter(({ method }) => method === "GET");
  expect(reads).toHaveLength(5);
  for (const line of reads)
    expect(line).toMatchObject({
      level: "debug",
      status: 200,
      attempt: 1,
      durationMs: expect.any(Number),
      waitMs: expect.any(Number),
      resourceType: "Role",
      resourceName: expect.stringMatching(/^Role \d$/),
    });
});
