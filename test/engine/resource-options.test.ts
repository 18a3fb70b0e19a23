// What Pulumi's resource options do for these resources.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CustomDomain } from "../service/records.ts";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project, type Run } from "./harness.ts";
import { scenarioHost } from "./plugin-host.ts";
import { expectNothingIn } from "./written-files.ts";

let service: Service;
let project: Project;
beforeAll(async () => {
  service = await startService();
  project = await newProject(service, program());
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

interface Declared {
  readonly loginOptions?: object;
  readonly metadata?: Record<string, string>;
  readonly roleName?: string;
  readonly description?: string;
  readonly roleOptions?: object;
}

function program({ loginOptions, metadata, roleName, description, roleOptions }: Declared = {}): string {
  const login = {
    domain: "login.example.com",
    type: "self_managed_certs",
    domainMetadata: metadata ?? { team: "a" },
  };
  const role = { name: "admin", description: description ?? "all" };
  return `
const idm = require("pulumi-idm");
new idm.CustomDomain("login", ${JSON.stringify(login)}, ${JSON.stringify(loginOptions ?? {})});
new idm.Role(${JSON.stringify(roleName ?? "admin")}, ${JSON.stringify(role)}, ${JSON.stringify(roleOptions ?? {})});
`;
}

const operationsOf = ({ steps }: Run, wanted: string) =>
  steps.filter(({ name }) => name === wanted).map(({ op }) => op);

const theDomain = (): CustomDomain =>
  [...service.tenant.domains.values()][0] ?? expect.fail("the service has no domain");

/** A run that must succeed, and the API requests that it sent, as `METHOD collection`. */
async function requestsOf(run: Promise<Run>): Promise<[Run, string[]]> {
  service.requests.reset();
  const outcome = await run;
  expect(outcome, outcome.stdout).toMatchObject({ code: 0, errors: [] });
  return [outcome, service.requests.api.map(({ method, path }) => `${method} ${path.split("/")[3]}`)];
}

test("up creates the domain and the role, and the domain becomes live", async () => {
  expect((await project.up()).changes).toEqual({ create: 3 });
  theDomain().status = "ready";
});

test("with up --refresh, a preview tells that a change at the service will replace a live domain", async () => {
  theDomain().domain_metadata = { team: "changed by hand" };
  const preview = await project.preview("--refresh");
  expect(preview.code).toBe(0);
  expect(operationsOf(preview, "login")).toContain("replace");
  expect(preview.stdout).toMatch(
    /warning: CustomDomain "login.example.com": domainMetadata differs .*It is live.*protect: true/,
  );
});

test("protect refuses the replacement that up --refresh would do, and the domain stays", async () => {
  const before = { ...theDomain() };
  project.write(program({ loginOptions: { protect: true } }));
  // The option has to be in the state before it refuses a replacement.
  expect((await project.up()).code).toBe(0);
  const refused = await project.up("--refresh");
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toContain("marked for protection");
  expect(theDomain()).toEqual(before);
});

test("with ignoreChanges, up --refresh keeps a domain with metadata that was changed at the service", async () => {
  project.write(program({ loginOptions: { protect: true, ignoreChanges: ["domainMetadata"] } }));
  const [run, requests] = await requestsOf(project.up("--refresh"));
  expect(operationsOf(run, "login")).toContain("same");
  expect(requests.filter((request) => !request.startsWith("GET"))).toEqual([]);
  expect(theDomain()).toMatchObject({ domain_metadata: { team: "changed by hand" } });
});

test("a domain with retainOnDelete cannot be replaced: the old one stays and has the name", async () => {
  const options = { loginOptions: { retainOnDelete: true } };
  const kept = { ...options, metadata: { team: "changed by hand" } };
  project.write(program(kept));
  await requestsOf(project.up());
  project.write(program({ ...options, metadata: { team: "b" } }));
  const failed = await project.up();
  expect(failed.code).not.toBe(0);
  expect(failed.errors.join()).toMatch(/409 Conflict on POST \/custom-domains.*adopt: true/);
  expect(theDomain()).toMatchObject({ domain_metadata: { team: "changed by hand" } });
});

test("after that, adopt: true and the old values take the domain back", async () => {
  project.write(
    program({ metadata: { team: "changed by hand" } }).replace('"domain":', '"adopt": true, "domain":'),
  );
  const [, requests] = await requestsOf(project.up());
  expect(requests).not.toContain("DELETE custom-domains");
  expect(service.tenant.domains.size).toBe(1);
});

test("replaceOnChanges replaces a role whose description changes", async () => {
  const [id] = service.tenant.roles.keys();
  project.write(
    program({
      metadata: { team: "changed by hand" },
      roleOptions: { replaceOnChanges: ["description"] },
      description: "some",
    }),
  );
  const [run] = await requestsOf(project.up());
  expect(operationsOf(run, "admin")).toContain("create-replacement");
  expect([...service.tenant.roles.values()]).toMatchObject([{ name: "admin", description: "some" }]);
  expect([...service.tenant.roles.keys()]).not.toEqual([id]);
});

test("without replaceOnChanges, the same change is an update", async () => {
  project.write(program({ metadata: { team: "changed by hand" }, description: "other" }));
  const [run, requests] = await requestsOf(project.up());
  expect(operationsOf(run, "admin")).toEqual(["update"]);
  expect(requests).toEqual(["PATCH roles"]);
});

test("a role that is renamed in the program with an alias is the same, without any request", async () => {
  project.write(
    program({
      metadata: { team: "changed by hand" },
      description: "other",
      roleName: "renamed",
      roleOptions: { aliases: [{ name: "admin" }] },
    }),
  );
  const [run, requests] = await requestsOf(project.up());
  expect(operationsOf(run, "renamed")).toEqual(["same"]);
  expect(requests).toEqual([]);
});

const testOfDynamic = test.runIf(scenarioHost === "dynamic");

testOfDynamic("the resource option import fails in the preview with what to do instead", async () => {
  project.write(program({ roleOptions: { import: "rol_1" } }));
  const preview = await project.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.errors.join()).toMatch(/Role "admin": the resource option import.*adopt: true.*Role\.get/s);
});

test("with retainOnDelete, destroy leaves the items at the service", async () => {
  const options = { retainOnDelete: true };
  const metadata = { team: "changed by hand" };
  project.write(program({ metadata, description: "other", loginOptions: options, roleOptions: options }));
  await requestsOf(project.up());
  const [, requests] = await requestsOf(project.destroy());
  expect(requests).toEqual([]);
  expect([service.tenant.domains.size, service.tenant.roles.size]).toEqual([1, 1]);
});

test("what the service derives from a secret domain is in no state, output or message in clear", async () => {
  const secret = "canary-login.example.com";
  const own = await newProject(
    service,
    `
const pulumi = require("@pulumi/pulumi");
const idm = require("pulumi-idm");
const login = new idm.CustomDomain("login", { domain: pulumi.secret("${secret}"), type: "self_managed_certs" });
exports.record = login.verificationRecord;
exports.verification = login.verification;
`,
  );
  try {
    const runs = [await own.up(), await own.refresh(), await own.preview()];
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await own.outputs()).toMatchObject({ record: { name: expect.stringContaining(secret) } });
    const destroyed = await own.destroy();
    // The program has the secret by nature. Event logs have Pulumi's debug lines.
    expectNothingIn(own, [...runs, destroyed], [secret], /^(index\.js|events-\d+\.json)$/);
  } finally {
    await own.remove();
  }
});
