// Two runs that share a tenant and its limit.
import { expect, onTestFinished, test } from "vitest";
import type { ServiceOptions } from "../service/options.ts";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";

/** Resources of each run under the limit. */
const many = process.env.FULL === "1" ? 200 : 60;

async function serviceForTest(options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(options);
  onTestFinished(() => service.close());
  return service;
}

async function projectForTest(service: Service, program: string): Promise<Project> {
  const project = await newProject(service, program);
  onTestFinished(() => project.remove());
  return project;
}

const rolesNamed = (prefix: string, count: number) =>
  `const idm = require("pulumi-idm");
for (let i = 0; i < ${count}; i++) new idm.Role("r" + i, { name: ${JSON.stringify(prefix)} + i });\n`;

function names({ tenant }: Service): string[] {
  return [...tenant.roles.values()].map(({ name }) => name).sort();
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => prefix + index);

test("two stacks that go up at the same time make what each declares, once, and equal names stay two", async () => {
  const service = await serviceForTest({ latencyMs: 50 });
  const both = 'new idm.Role("shared", { name: "shared" });';
  const projects = await Promise.all(
    ["one ", "two "].map((prefix) => projectForTest(service, rolesNamed(prefix, 20) + both)),
  );
  // What became of these is looked up in a list that holds the other stack's roles as well.
  service.faults.add({ kind: "reset-after", method: "POST", path: /\/roles$/, times: 3 });
  const runs = await Promise.all(projects.map((project) => project.up()));
  expect(runs.map(({ errors }) => errors)).toEqual([[], []]);
  const expected = [...numbered("one ", 20), ...numbered("two ", 20), "shared", "shared"].sort();
  expect(names(service)).toEqual(expected);
  const ids = projects.flatMap((project) => project.resources().map(({ id }) => id));
  expect(new Set(ids)).toEqual(new Set(service.tenant.roles.keys()));
  const ended = await Promise.all(projects.map((project) => project.destroy()));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  expect(names(service)).toEqual([]);
});

test("a domain that two stacks want goes to one, and the other is told", async () => {
  const service = await serviceForTest({ latencyMs: 50 });
  const program = `const idm = require("pulumi-idm");
new idm.CustomDomain("d", { domain: "login.example.com", type: "self_managed_certs" });`;
  const projects = await Promise.all([1, 2].map(() => projectForTest(service, program)));
  const runs = await Promise.all(projects.map((project) => project.up()));
  const [loser] = runs.filter(({ code }) => code !== 0);
  expect(runs.filter(({ code }) => code === 0).length).toBe(1);
  expect(loser?.errors.join()).toMatch(/409 Conflict.*adopt: true/s);
  expect(service.tenant.domains.size).toBe(1);
});

test(
  `two runs of ${many} resources under a rate limit make all of them, once`,
  async () => {
    const service = await serviceForTest({ latencyMs: 20, rateLimit: { perSecond: 20, burst: 20 } });
    const projects = await Promise.all(
      ["one ", "two "].map((prefix) => projectForTest(service, rolesNamed(prefix, many))),
    );
    const runs = await Promise.all(projects.map((project) => project.up()));
    expect(runs.map(({ errors }) => errors)).toEqual([[], []]);
    expect(names(service)).toEqual([...numbered("one ", many), ...numbered("two ", many)].sort());
    const made = service.requests.writes.filter(({ status }) => status === 200);
    expect(made.length).toBe(2 * many);
    expect(new Set(service.requests.api.map(({ method }) => method))).toEqual(new Set(["POST"]));
  },
  10 * 60_000,
);
