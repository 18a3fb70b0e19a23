// Secrets at any depth, marked by the table or by the program, are in no file that a run writes and in nothing that
// it prints.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Webhook } from "../service/routes/webhooks.ts";
import { type Service, startService } from "../service/service.ts";
import { folderForFile } from "../temporary-folder.ts";
import { packageWithWebhook } from "./extended-package.ts";
import { newProject, type Project } from "./harness.ts";
import { expectNothingIn } from "./written-files.ts";

const canaries = {
  token: "canary-target-token-1",
  other: "canary-target-token-2",
  header: "canary-header-value",
  phrase: "canary-pass-phrase",
  description: "canary-description",
};

const program = (token: string) => `
const pulumi = require("@pulumi/pulumi");
const idm = require("pulumi-idm");
const webhook = new idm.Webhook("audit", {
  name: "audit",
  kind: "http",
  target: { endpoint: "https://log.example.com", authToken: "${token}" },
  headers: { "X-Key": "${canaries.header}" },
  mirrors: [{ endpoint: "https://two.example.com", authToken: "${token}" }],
  passPhrase: "${canaries.phrase}",
});
const role = new idm.Role("support", { name: "support", description: pulumi.secret("${canaries.description}") });
exports.target = webhook.target;
exports.signingSecret = webhook.signingSecret;
exports.description = role.description;
`;

let service: Service;
const folder = folderForFile();
let modules: string;
beforeAll(async () => {
  service = await startService();
  modules = packageWithWebhook(folder);
});
afterAll(() => service?.close());

async function projectForTest(): Promise<Project> {
  const project = await newProject(service, program(canaries.token), { modules });
  onTestFinished(() => project.remove());
  return project;
}

/** Files that contain secrets by nature: the program, and the event logs with Pulumi's debug lines. */
const filesWithSecrets = /^(index\.js|events-\d+\.json)$/;

/** The service refuses the next such request, with these secrets in the message. */
function echoSecrets(method: string, path: RegExp, secrets: readonly string[]): void {
  const body = { statusCode: 400, message: `wrong: ${secrets.join(" ")}` };
  service.faults.add({ kind: "status", status: 400, method, path, body });
}

const webhookOf = () => [...service.tenant.collection<Webhook>("webhooks").values()][0];

test("the whole life of a resource with nested secrets leaves none of them in clear", async () => {
  const project = await projectForTest();
  echoSecrets("POST", /webhooks$/, [canaries.token, canaries.header, canaries.phrase]);
  echoSecrets("POST", /roles$/, [canaries.description]);
  const failed = await project.up();
  expect(failed.errors.join()).toContain("wrong: [secret] [secret] [secret].");
  expect(failed.errors.join()).toContain("wrong: [secret].");
  const created = await project.up();
  expect(created.code).toBe(0);
  expect(webhookOf()).toMatchObject({ target: { auth_token: canaries.token }, pass_phrase: canaries.phrase });

  const unchanged = await project.up("--refresh");
  expect(Object.values(unchanged.steps)).not.toContain("update");
  project.write(program(canaries.other));
  echoSecrets("PATCH", /webhooks/, [canaries.token, canaries.other]);
  const refused = await project.up();
  expect(refused.code).not.toBe(0);
  const updated = await project.up();
  expect(updated.code).toBe(0);
  expect(webhookOf()).toMatchObject({
    target: { auth_token: canaries.other },
    mirrors: [{ auth_token: canaries.other }],
  });
  const preview = await project.preview("--diff");
  const refreshed = await project.refresh();
  expect(await project.outputs()).toMatchObject({
    target: { authToken: canaries.other },
    signingSecret: webhookOf()?.signing_secret,
    description: canaries.description,
  });
  const secrets = [...Object.values(canaries), webhookOf()?.signing_secret ?? ""];
  const destroyed = await project.destroy();
  expect(destroyed.code).toBe(0);
  expect(webhookOf()).toBeUndefined();
  const runs = [failed, created, unchanged, refused, updated, preview, refreshed, destroyed];
  expectNothingIn(project, runs, secrets, filesWithSecrets);
});

test.each([
  [
    "nested in an object",
    `new idm.Webhook("audit", {
      name: "audit", kind: "http", passPhrase: 5,
      target: { endpoint: "https://log.example.com", authToken: "${canaries.token}", authtoken: "${canaries.other}" },
    })`,
    "target.authtoken is not a property of target",
  ],
  [
    "marked by the program",
    `new idm.CustomDomain("login", { domain: pulumi.secret("${canaries.description}_"), type: "self_managed_certs" })`,
    "domain must be dot-separated labels",
  ],
])("a failing check prints no secret that is %s", async (_, declaration, reason) => {
  const project = await projectForTest();
  project.write(
    `const pulumi = require("@pulumi/pulumi"); const idm = require("pulumi-idm"); ${declaration};`,
  );
  const preview = await project.preview();
  expect(preview.code).not.toBe(0);
  expect(preview.stdout + preview.stderr).toContain(reason);
  expectNothingIn(project, [preview], Object.values(canaries), filesWithSecrets);
});
