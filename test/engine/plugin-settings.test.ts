// The settings of the packaged plugin: stack configuration, environment, and what the engine makes of them.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Service } from "../service/service.ts";
import type { Project, Run } from "./harness.ts";
import { cleared, settingsScene } from "./settings-scene.ts";

let service: Service;
let project: Project;
beforeAll(async () => {
  ({ service, project } = await settingsScene("plugin"));
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

const containing = (texts: readonly string[], part: string | RegExp) =>
  texts.filter((text) => text.match(part));

/** The number of resources of the plugin, without provider and stack. */
const changesOf = ({ steps }: Run) => steps.map(({ op, name }) => `${op} ${name}`).sort();

test("a preview needs no settings, and says once what is missing", async () => {
  Object.assign(project.env, cleared);
  const run = await project.preview();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [] });
  expect(run.warnings).toEqual([
    expect.stringMatching(/pulumi up needs them:.*IDM_BASE_URL.*IDM_ACCESS_TOKEN/s),
  ]);
});

test("an up says once what is missing, and sends nothing", async () => {
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(containing(run.errors, "IDM_BASE_URL")).toEqual([
    expect.stringMatching(/^Role .*idm:baseUrl.*IDM_ACCESS_TOKEN.*\[ERR_IDM_CONFIG\]/s),
  ]);
  expect([...service.requests.api, ...service.requests.token]).toEqual([]);
});

test("a preview refuses malformed and contradictory settings of the provider, and shows no text of them", async () => {
  await project.setConfig("idm:baseUrl", "http://canary.example.com/api/v2");
  await project.setConfig("idm:maxConcurrency", "300");
  await project.setConfig("idm:clientSecret", "canary", { secret: true });
  project.env.IDM_ACCESS_TOKEN = "canary";
  const run = await project.preview();
  expect(run.code).not.toBe(0);
  expect(run.errors).toHaveLength(3);
  for (const error of run.errors)
    expect(error).toMatch(
      /^pulumi:providers:idm resource 'default\w*'(: property maxConcurrency value \{300\})? has a problem: /,
    );
  expect(containing(run.errors, /idm:baseUrl \(IDM_BASE_URL\): http: is allowed/)).toHaveLength(1);
  expect(containing(run.errors, /idm:maxConcurrency .*it must be a whole number from 1 to 256/)).toHaveLength(
    1,
  );
  expect(
    containing(run.errors, /idm:accessToken .* in the environment and .* in the stack conf/),
  ).toHaveLength(1);
  expect(run.stdout).not.toContain("canary");
});

test("an unknown key is warned of, and credentials are secrets, also where the stack has them in plain text", async () => {
  project.env.IDM_ACCESS_TOKEN = undefined;
  project.env.IDM_AUTH_URL = service.authUrl;
  await project.setConfig("idm:baseURL", service.baseUrl);
  await project.setConfig("idm:baseUrl", service.baseUrl);
  await project.setConfig("idm:clientId", service.client.id);
  await project.setConfig("idm:clientSecret", service.client.secret);
  await project.setConfig("idm:maxConcurrency", "2");
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, errors: [] });
  expect(run.warnings).toEqual([expect.stringContaining("Use idm:baseUrl.")]);
  await project.pulumi(["config", "rm", "idm:baseURL"]);
  expect(service.tenant.roles.size).toBe(2);
  expect(project.state()).not.toContain(service.client.secret);
  expect(run.stdout).not.toContain(service.client.secret);
});

test("another credential is no change, and the next refresh uses it", async () => {
  await project.pulumi(["config", "rm", "idm:clientId"]);
  await project.pulumi(["config", "rm", "idm:clientSecret"]);
  await project.setConfig("idm:accessToken", await service.issueToken(), { secret: true });
  expect(await project.up("--expect-no-changes")).toMatchObject({ code: 0, errors: [], warnings: [] });
  service.requests.reset();
  expect(await project.refresh("--expect-no-changes")).toMatchObject({ code: 0 });
  expect(service.requests.api.length).toBeGreaterThan(0);
  expect(service.requests.token).toEqual([]);
});

test("another address is told, replaces nothing, and the next refresh uses it", async () => {
  const moved = service.baseUrl.replace("127.0.0.1", "localhost");
  await project.setConfig("idm:baseUrl", moved);
  const told = [
    expect.stringMatching(/^idm:baseUrl has changed\./),
    expect.stringMatching(
      /^Role "S.*": it was last seen at http:\/\/127\.0\.0\.1:.*IDM_BASE_URL\) is http:\/\/localhost:/,
    ),
  ];
  expect((await project.preview()).warnings.toSorted().reverse()).toEqual(told);
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { same: 3 } });
  expect(changesOf(run)).toEqual(["same role", "same second"]);
  expect(run.warnings.toSorted().reverse()).toEqual(told);
  expect(await project.refresh()).toMatchObject({ code: 0 });
  expect(project.resources().map(({ outputs }) => JSON.stringify(outputs).includes(moved))).toEqual([
    true,
    true,
  ]);
  expect(await project.up("--expect-no-changes")).toMatchObject({ code: 0 });
});

test("a destroy tells malformed settings once, and points to that for each other resource", async () => {
  project.env.IDM_RATE_LIMIT_RESERVE = "abc";
  const run = await project.destroy();
  project.env.IDM_RATE_LIMIT_RESERVE = undefined;
  expect(run.code).not.toBe(0);
  expect(containing(run.errors, "IDM_RATE_LIMIT_RESERVE")).toHaveLength(1);
  expect(containing(run.errors, "as said of another resource")).toHaveLength(1);
  expect(service.tenant.roles.size).toBe(2);
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect(service.tenant.roles.size).toBe(0);
});
