// The programs and the claims of docs/guides/first-steps.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockOf } from "../../scripts/docs/document.ts";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";

const page = "docs/guides/first-steps.md";
let service: Service;
let project: Project;
beforeAll(async () => {
  service = await startService();
  const env = {
    IDM_CLIENT_ID: undefined,
    IDM_CLIENT_SECRET: undefined,
    IDM_ACCESS_TOKEN: await service.issueToken(),
  };
  project = await newProject(service, blockOf(page, "ts"), { file: "index.ts", host: "dynamic", env });
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

test("the first program creates a domain and a role with an access token, and a second up changes nothing", async () => {
  expect(await project.up()).toMatchObject({ code: 0, changes: { create: 3 } });
  expect(await project.outputs()).toEqual({
    record: { name: "_idm-challenge.login.example.com", type: "TXT", value: expect.any(String) },
    supportId: expect.stringMatching(/^rol_/),
  });
  expect(await project.up()).toMatchObject({ code: 0, changes: { same: 3 } });
  expect(
    project
      .resources()
      .map(({ type }) => type)
      .sort(),
  ).toEqual(["pulumi-nodejs:dynamic/idm:CustomDomain", "pulumi-nodejs:dynamic/idm:Role"]);
});

test("the first program in JavaScript keeps the role and deletes the domain that it does not declare", async () => {
  const manifest = { name: "scenario", private: true, main: "index.js" };
  writeFileSync(join(project.folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project.folder, "index.js"), blockOf(page, "js"));
  expect(await project.up()).toMatchObject({ code: 0, changes: { same: 1, update: 1, delete: 1 } });
  expect(await project.destroy()).toMatchObject({ code: 0 });
  expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([0, 0]);
});
