// What the engine prints of this provider's errors.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";
import { programOf } from "./harness-program.ts";

let service: Service;
let project: Project;
beforeAll(async () => {
  service = await startService();
  project = await newProject(service, programOf({ role: ["Role", { name: "Support" }] }));
});
afterAll(async () => {
  await project?.remove();
  await service?.close();
});

const refused = { kind: "status", status: 403, path: /roles/ } as const;
const { homepage } = JSON.parse(readFileSync("package.json", "utf8"));
/** The page of the code is on the site that package.json names. */
const told = new RegExp(`^Role "Support": 403 .* \\[ERR_IDM_API\\] ${homepage}/errors/err-idm-api\\s*$`, "s");

test("the error of a create ends with its code and the address of its page", async () => {
  service.faults.add({ ...refused, method: "POST" });
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors).toContainEqual(expect.stringMatching(told));
});

test("the error of a read ends with its code and page, and the provider's process prints nothing of it", async () => {
  expect(await project.up()).toMatchObject({ code: 0 });
  service.faults.add({ ...refused, method: "GET", times: 99 });
  const run = await project.refresh();
  service.faults.clear();
  expect(run.code).not.toBe(0);
  expect(run.errors).toContainEqual(expect.stringMatching(told));
  expect(run.stdout + run.stderr).not.toMatch(/ApiError|IdmError|\btold\b|^ *at /m);
});

test("the error of an adopted role that could not be updated ends with the code of a partial create", async () => {
  service.tenant.addRole({ name: "mine", description: "by hand" });
  service.faults.add({ ...refused, method: "PATCH" });
  project.write(programOf({ mine: ["Role", { name: "mine", description: "new", adopt: true }] }));
  const run = await project.up();
  expect(run.code).not.toBe(0);
  expect(run.errors.join("\n")).toMatch(/\[ERR_IDM_PARTIAL_CREATE\]/);
});
