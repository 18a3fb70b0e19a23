// What a user reads of a run that the rate limit or a setting slowed down.
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../service/service.ts";
import { newProject } from "./harness.ts";

const program = `const idm = require("pulumi-idm");
for (let i = 0; i < 15; i++) new idm.Role("r" + i, { name: "role " + i });`;

test("a run that a cap slowed down for more than 10 seconds ends with one line about it", async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const env = { IDM_MAX_REQUESTS_PER_SECOND: "1" };
  const project = await newProject(service, program, { env });
  onTestFinished(() => project.remove());
  const run = await project.up();
  expect(run, run.stdout).toMatchObject({ code: 0, changes: { create: 16 } });
  // The engine shows what the process prints twice: while it runs, and below "Diagnostics".
  const lines = run.stdout.split("\n").filter((line) => /^\s*Rate limit: /.test(line));
  expect(lines).toEqual([
    expect.stringMatching(/16 requests were sent, 0 of them met a 429\. .* for idm:maxRequestsPerSecond/),
  ]);
});
