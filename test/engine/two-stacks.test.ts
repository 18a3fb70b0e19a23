// Two runs that share a tenant and its rate limit.
import { expect, onTestFinished, test } from "vitest";
import type { ServiceOptions } from "../service/options.ts";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";

/** Number of resources of each run under the rate limit. */
const rolesUnderLimit = process.env.FULL === "1" ? 200 : 60;

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
const roles = Array.from({ length: ${count} }, (_, i) => new idm.Role("r" + i, { name: ${JSON.stringify(prefix)} + i }));\n`;

function names({ tenant }: Service): string[] {
  return [...tenant.roles.values()].map(({ name }) => name).sort();
}

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => prefix + index);

test("two simultaneous runs each create what they declare, once, and equal names give two roles", async () => {
  const service = await serviceForTest({ latencyMs: 50 });
  // It is created last: the answers that get lost are those of roles whose names no other stack has.
  const both = 'new idm.Role("shared", { name: "shared" }, { dependsOn: roles });';
  const projects = await Promise.all(
    ["one ", "two "].map((prefix) => projectForTest(service, rolesNamed(prefix, 20) + both)),
  );
  // The provider looks for these roles in a list that contains the other stack's roles too.
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

test("of two stacks that declare one domain, one creates it and the other gets a conflict", async () => {
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
  `two runs of ${rolesUnderLimit} resources under a rate limit create each of them once`,
  async () => {
    const service = await serviceForTest({ latencyMs: 20, rateLimit: { perSecond: 20, burst: 20 } });
    const projects = await Promise.all(
      ["one ", "two "].map((prefix) => projectForTest(service, rolesNamed(prefix, rolesUnderLimit))),
    );
    const runs = await Promise.all(projects.map((project) => project.up()));
    expect(runs.map(({ errors }) => errors)).toEqual([[], []]);
    expect(names(service)).toEqual(
      [...numbered("one ", rolesUnderLimit), ...numbered("two ", rolesUnderLimit)].sort(),
    );
    const created = service.requests.writes.filter(({ status }) => status === 200);
    expect(created.length).toBe(2 * rolesUnderLimit);
    expect(new Set(service.requests.api.map(({ method }) => method))).toEqual(new Set(["POST"]));
  },
  10 * 60_000,
);
