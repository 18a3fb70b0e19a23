// Runs the shell commands of examples/pipelines against the stand-in service, from `npm ci` to a drift that is found.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { npm, pack } from "../consumers/pack.ts";
import { type Service, startService } from "../service/service.ts";
import { folderForFile, folderForTest } from "../temporary-folder.ts";
import { isolatedEnvironment } from "./harness.ts";
import { githubSteps, gitlabSteps, type Step, startStep } from "./pipeline-steps.ts";

const examples = join(checkout, "examples/pipelines");
/** npm installs the example's packages. */
const setUpMs = 300_000;

/** The example as a project of its own, with its package-lock.json and packages. */
const project = folderForFile();
beforeAll(() => {
  copyFiles(examples, project);
  const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  manifest.dependencies["pulumi-idm"] = `file:${pack(project).tarball}`;
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  const flags = ["--prefer-offline", "--no-audit"];
  npm(["install", "--package-lock-only", ...flags], project);
  npm(["ci", ...flags], project);
}, setUpMs);

function copyFiles(from: string, to: string): void {
  for (const file of ["Pulumi.yaml", "index.ts", "package.json", "tsconfig.json"])
    cpSync(join(from, file), join(to, file));
}

interface Scene {
  readonly service: Service;
  /** The checkout of the pipeline. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs a step of a job, and resolves to its exit code and output. */
  run(job: string, name: string): Promise<{ code: number | null; output: string }>;
  step(job: string, name: string): Step;
}

type StepsOf = (service: Service, folder: string) => (job: string) => Step[];

/** A pipeline whose stack exists, and whose settings lead to a service of the test's own. */
async function sceneForTest(stepsOf: StepsOf): Promise<Scene> {
  const service = await startService();
  onTestFinished(() => service.close());
  const folder = folderForTest();
  copyFiles(project, folder);
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "state"));
  // The packages are installed already, and the test has no pull request to comment on.
  const tools = join(folder, "tools");
  mkdirSync(tools);
  for (const name of ["gh", "curl", "npm"]) {
    writeFileSync(join(tools, name), `#!/bin/sh\necho "${name} $@" >> ${folder}/calls.txt\n`, {
      mode: 0o755,
    });
  }
  const isolated = await isolatedEnvironment(folder);
  const env = { ...isolated, PATH: [tools, isolated.PATH].join(delimiter) };
  execFileSync("pulumi", ["stack", "init", "production"], { cwd: folder, env, stdio: "pipe" });
  const steps = stepsOf(service, folder);
  const step = (job: string, name: string) => {
    const found = steps(job).find((each) => each.name === name);
    if (found === undefined) throw new Error(`The job ${job} has no step ${name}`);
    return found;
  };
  return { service, folder, env, step, run: (job, name) => startStep(step(job, name), folder, env).done };
}

const githubValues = ({ baseUrl, keyClient }: Service, folder: string) => ({
  "vars.PULUMI_BACKEND_URL": `file://${join(folder, "state")}`,
  "secrets.PULUMI_ACCESS_TOKEN": "",
  "secrets.PULUMI_CONFIG_PASSPHRASE": "test",
  "vars.IDM_BASE_URL": baseUrl,
  "vars.IDM_CLIENT_ID": keyClient.id,
  "secrets.IDM_PRIVATE_KEY": keyClient.privateKey,
  "vars.IDM_KEY_ID": keyClient.keyId,
  "github.token": "token of the test",
  "github.event.pull_request.number": "7",
});

const github: StepsOf = (service, folder) => (job) => githubSteps(job, githubValues(service, folder));

const gitlab: StepsOf =
  ({ baseUrl, keyClient }, folder) =>
  (job) => {
    const keyFile = join(folder, "key.pem");
    writeFileSync(keyFile, keyClient.privateKey);
    return gitlabSteps(job, {
      CI_PROJECT_DIR: folder,
      CI_API_V4_URL: "https://gitlab.example.com/api/v4",
      CI_PROJECT_ID: "12",
      CI_MERGE_REQUEST_IID: "7",
      COMMENT_TOKEN: "token of the test",
      PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      IDM_BASE_URL: baseUrl,
      IDM_CLIENT_ID: keyClient.id,
      IDM_PRIVATE_KEY_FILE: keyFile,
      IDM_KEY_ID: keyClient.keyId,
    });
  };

function changeByHand({ tenant }: Service): void {
  for (const role of tenant.roles.values()) role.description = "Changed by hand";
}

const theDifference = /description: "Answers questions of customers\." => "Changed by hand"/;

test("the commands of the GitHub workflow preview with a comment, deploy once, and fail for drift with its difference", {
  timeout: setUpMs,
}, async () => {
  const { service, folder, env, run } = await sceneForTest(github);
  env.GITHUB_REPOSITORY = "owner/identity";
  env.GITHUB_STEP_SUMMARY = join(folder, "summary.md");
  expect(await run("preview", "Install")).toMatchObject({ code: 0 });
  const preview = await run("preview", "Preview");
  expect(preview, preview.output).toMatchObject({ code: 0 });
  expect(await run("preview", "Comment")).toMatchObject({ code: 0 });
  const comment = readFileSync(join(folder, "comment.md"), "utf8");
  expect(comment).toMatch(
    /^<!-- .+ -->\n### Preview of `production`\n\n~~~~diff\n.*^\+ .*idm:Role.*3 to create\n\n~~~~\n$/ms,
  );
  expect(readFileSync(join(folder, "calls.txt"), "utf8")).toMatch(
    /^npm ci\ngh api .*\ngh api repos\/owner\/identity\/issues\/7\/comments --silent --field body=@comment\.md\n$/,
  );
  expect(service.tenant.roles.size).toBe(0);

  const up = await run("up", "Up");
  expect(up, up.output).toMatchObject({ code: 0 });
  expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([1, 1]);
  const again = await run("up", "Up");
  expect(again, again.output).toMatchObject({ code: 0, output: expect.stringContaining("3 unchanged") });
  expect(await run("up", "Keep an empty journal too")).toMatchObject({ code: 0 });

  expect(await run("drift", "Drift")).toMatchObject({ code: 0 });
  changeByHand(service);
  expect(await run("drift", "Drift")).toMatchObject({
    code: 7,
    output: expect.stringMatching(theDifference),
  });
  expect(await run("drift", "Show the difference on the page of the run")).toMatchObject({ code: 0 });
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, "utf8")).toMatch(theDifference);
  // Nothing but `up` repairs it.
  expect([...service.tenant.roles.values()]).toMatchObject([{ description: "Changed by hand" }]);
});

test("a preview that fails fails its step of the GitHub workflow, and the comment shows the error", {
  timeout: setUpMs,
}, async () => {
  const { folder, run } = await sceneForTest(github);
  const program = join(folder, "index.ts");
  writeFileSync(program, readFileSync(program, "utf8").replace('name: "Support"', 'name: ""'));
  expect(await run("preview", "Preview")).toMatchObject({ code: 1 });
  expect(await run("preview", "Comment")).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "comment.md"), "utf8")).toMatch(/error: .*Role.*name/s);
});

test("a cancelled up of the GitHub workflow ends in order, and the next one completes it", {
  timeout: setUpMs,
}, async () => {
  const { service, folder, env, step, run } = await sceneForTest(github);
  const created = Promise.withResolvers<void>();
  service.faults.add({ kind: "slow", ms: 1_000, method: "POST", path: /\/roles$/, onMet: created.resolve });
  const up = startStep(step("up", "Up"), folder, env);
  await created.promise;
  // To the process of the step only, as GitHub's runner does.
  process.kill(up.pid, "SIGINT");
  const { code, output } = await up.done;
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("received; cancelling") });
  const [file = ""] = readdirSync(join(folder, "state/.pulumi/stacks/identity"));
  const state = JSON.parse(readFileSync(join(folder, "state/.pulumi/stacks/identity", file), "utf8"));
  expect(state.checkpoint.latest.pending_operations ?? []).toEqual([]);

  const next = await run("up", "Up");
  expect(next, next.output).toMatchObject({ code: 0 });
  expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([1, 1]);
});

test("the commands of the GitLab pipeline preview with a note, deploy, and fail for drift with its difference", {
  timeout: setUpMs,
}, async () => {
  const { service, folder, run } = await sceneForTest(gitlab);
  const preview = await run("preview", "script");
  expect(preview, preview.output).toMatchObject({ code: 0 });
  expect(await run("preview", "after_script")).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, "comment.md"), "utf8")).toMatch(
    /~~~~diff\n.*^\+ .*idm:Role.*3 to create/ms,
  );
  expect(readFileSync(join(folder, "calls.txt"), "utf8")).toMatch(
    /^npm ci\ncurl .*--form body=<comment\.md https:\/\/gitlab\.example\.com\/api\/v4\/projects\/12\/merge_requests\/7\/notes$/m,
  );

  const up = await run("up", "script");
  expect(up, up.output).toMatchObject({ code: 0 });
  expect(await run("up", "after_script")).toMatchObject({ code: 0 });
  expect([service.tenant.roles.size, service.tenant.domains.size]).toEqual([1, 1]);
  expect(readdirSync(join(folder, ".pulumi-home"))).toContain("idm-journal");

  changeByHand(service);
  expect(await run("drift", "script")).toMatchObject({
    code: 7,
    output: expect.stringMatching(theDifference),
  });
});

test("the settings of Pulumi Deployments are flags that the Pulumi CLI has", async (context) => {
  const { folder, env } = await sceneForTest(github);
  const help = execFileSync("pulumi", ["deployment", "settings", "--help"], { env, encoding: "utf8" });
  if (!/^ +edit /m.test(help)) context.skip("this Pulumi CLI is older than the command");
  writeFileSync(join(folder, "key.pem"), "a key\nof two lines\n");
  // The real CLI reads the flags, and then says that the stack is not in Pulumi Cloud.
  const wrapper = `#!/bin/sh
printf '%s\\n' "$@" >> ${folder}/flags.txt
PATH="\${PATH#*:}" pulumi "$@" 2>&1 | grep -q "requires the Pulumi Cloud backend"
`;
  writeFileSync(join(folder, "tools/pulumi"), wrapper, { mode: 0o755 });
  const settings = {
    STACK: "production",
    REPOSITORY: "my-org/my-repository",
    IDM_BASE_URL: "https://tenant.example.com/api/v2",
    IDM_CLIENT_ID: "client",
    IDM_KEY_ID: "key-1",
    KEY_FILE: "key.pem",
  };
  const script = join(examples, "pulumi-deployments/configure.sh");
  execFileSync("bash", [script], { cwd: folder, env: { ...env, ...settings }, stdio: "pipe" });
  expect(readFileSync(join(folder, "flags.txt"), "utf8")).toContain(
    "IDM_PRIVATE_KEY=a key\nof two lines\n--env\n",
  );
  expect(readFileSync(join(folder, "flags.txt"), "utf8")).toContain("--preview-prs=true\n");
  expect(readFileSync(join(folder, "flags.txt"), "utf8")).toMatch(/^stack\nschedule\nnew\n/m);

  const without = { ...env, ...settings, PULL_REQUESTS: "no" };
  execFileSync("bash", [script, "--without-schedule"], { cwd: folder, env: without, stdio: "pipe" });
  expect(readFileSync(join(folder, "flags.txt"), "utf8")).toContain("--preview-prs=false\n");
});
