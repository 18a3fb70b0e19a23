// Runs the steps of examples/pipelines that make a comment of a preview, without a preview.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { githubSteps, gitlabSteps, type Step, startStep } from "../engine/pipeline-steps.ts";
import { folderForTest } from "../temporary-folder.ts";

let folder: string;
beforeEach(() => {
  folder = folderForTest();
  mkdirSync(join(folder, "tools"));
  for (const name of ["gh", "curl"]) tool(name, "");
});

/** A program that writes its arguments to calls.txt, one call a line. */
function tool(name: string, script: string): void {
  const content = `#!/bin/sh\necho "${name} $*" >> ${folder}/calls.txt\n${script}\n`;
  writeFileSync(join(folder, "tools", name), content, { mode: 0o755 });
}

/** Any value does for what the test does not look at. */
const anyValue = new Proxy<Record<string, string>>({}, { get: () => "7" });

const pipelines = {
  "the GitHub workflow": {
    what: "comment",
    limit: 65_536,
    step: (job: string, name = "Comment") => githubSteps(job, anyValue).find((each) => each.name === name),
    env: {
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "owner/identity",
      GITHUB_RUN_ID: "12",
    },
    log: "[log](https://github.com/owner/identity/actions/runs/12)",
  },
  "the GitLab pipeline": {
    what: "note",
    limit: 1_000_000,
    step: (job: string, name = "after_script") => gitlabSteps(job, {}).find((each) => each.name === name),
    env: { CI_JOB_URL: "https://gitlab.example.com/job/12" },
    log: "[log](https://gitlab.example.com/job/12)",
  },
};
type Pipeline = { readonly env: Record<string, string> } & (typeof pipelines)[keyof typeof pipelines];
const each = Object.entries(pipelines);

async function run(step: Step | undefined, { env }: Pipeline) {
  if (step === undefined) throw new Error("The job has no such step");
  const path = [join(folder, "tools"), process.env.PATH].join(delimiter);
  const result = await startStep(step, folder, { ...process.env, ...env, PATH: path }).done;
  expect(result, result.output).toMatchObject({ code: 0 });
}

async function commentOf(pipeline: Pipeline, preview?: string): Promise<string> {
  if (preview !== undefined) writeFileSync(join(folder, "preview.txt"), preview);
  await run(pipeline.step("preview"), pipeline);
  return readFileSync(join(folder, "comment.md"), "utf8");
}

const calls = () => readFileSync(join(folder, "calls.txt"), "utf8").trim().split("\n");

test.each(each)(
  "%s shows the whole lines of a preview of 2 MB that fit, and the address of the log",
  async (_, pipeline) => {
    const line = `${"    + idm:Rôle: „Support“ ".repeat(4)}.\n`;
    const comment = await commentOf(pipeline, line.repeat(Math.ceil(2_000_000 / Buffer.byteLength(line))));
    expect(comment.length).toBeLessThan(pipeline.limit);
    expect(comment.length).toBeGreaterThan(pipeline.limit * 0.7);
    const shown = comment.split("~~~~")[1]?.split("\n").slice(1, -2) ?? [];
    expect(new Set(shown)).toEqual(new Set([line.replace(/^( +)\+/, "+$1").trimEnd()]));
    expect(comment).toContain(`~~~~\nToo long for a ${pipeline.what}: the ${pipeline.log} has the rest.\n`);
  },
);

/** What a program may print to end the block and go on with a text of its own. */
const escapes = ["~~~~", "~~~~~~~~~~~~\t ", "   ~~~~~", "rest\r~~~~~~\r/approve", "/approve", "\r/merge"];

/** The lines of the one block, as CommonMark finds them. */
function blockOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const start = lines.findIndex((line) => /^~{4,}diff$/.test(line));
  const fence = lines[start]?.replace("diff", "") ?? "";
  const end = lines.findIndex((line, index) => index > start && closes(fence, line));
  expect(lines.slice(end)).toEqual([fence, ""]);
  return lines.slice(start + 1, end);
}

function closes(fence: string, line: string): boolean {
  const [, run = ""] = /^ {0,3}(~+)[ \t]*$/.exec(line) ?? [];
  return run.length >= fence.length;
}

test.each(each)("%s shows in its block what a program prints to end it", async (_, pipeline) => {
  const comment = await commentOf(pipeline, `Previewing:\n${escapes.join("\n")}\n  + idm:Role\n`);
  const lines = blockOf(comment);
  expect(lines.slice(0, 3)).toEqual(["Previewing:", "~~~~", "~~~~~~~~~~~~\t "]);
  expect(lines.slice(-2)).toEqual(["+   idm:Role", ""]);
});

test("no line of the note of the GitLab pipeline is a quick action", async () => {
  const comment = await commentOf(pipelines["the GitLab pipeline"], `${escapes.join("\n")}\n/usr/bin/node\n`);
  expect(comment).toContain("\n /approve\n /merge\n /usr/bin/node\n");
  expect(comment.replaceAll("\r", "")).not.toMatch(/^\//m);
});

test.each(each)("%s says in the comment when there is no preview", async (_, pipeline) => {
  const comment = await commentOf(pipeline);
  expect(comment).toContain("There is no preview, because a");
  expect(comment).toContain(`: see the ${pipeline.log}.\n`);
  expect(comment).not.toContain("~~~~");
});

test("the GitHub workflow edits its own comment, and creates it the first time", async () => {
  const { "the GitHub workflow": pipeline } = pipelines;
  expect(await commentOf(pipeline, "no changes\n")).toMatch(
    /^<!-- pulumi preview of production -->\n### Preview/,
  );
  const comments = "repos/owner/identity/issues/7/comments";
  expect(calls()).toEqual([
    expect.stringMatching(
      `^gh api ${comments} --paginate --jq .*github-actions\\[bot\\].*startswith\\("<!-- pulumi preview of production -->"`,
    ),
    `gh api ${comments} --silent --field body=@comment.md`,
  ]);
  rmSync(join(folder, "calls.txt"));
  tool("gh", 'case "$*" in *--paginate*) echo 31; echo 32;; esac');
  await commentOf(pipeline, "no changes\n");
  expect(calls()[1]).toBe(
    "gh api repos/owner/identity/issues/comments/31 --method PATCH --silent --field body=@comment.md",
  );
});

async function summaryOf(drift: string): Promise<string> {
  const { "the GitHub workflow": pipeline } = pipelines;
  writeFileSync(join(folder, "drift.txt"), drift);
  const env = { ...pipeline.env, GITHUB_STEP_SUMMARY: join(folder, "summary.md") };
  await run(pipeline.step("drift", "Show the difference on the page of the run"), { ...pipeline, env });
  return readFileSync(join(folder, "summary.md"), "utf8");
}

test("the GitHub workflow shows in the block of a drift what a program prints to end it", async () => {
  const lines = blockOf(await summaryOf(`${escapes.join("\n")}\n  ~ description\n`));
  expect(lines.slice(-2)).toEqual(["!   description", ""]);
});

test("the GitHub workflow shows the beginning of a long drift on the page of the run", async () => {
  const summary = await summaryOf("  ~ description\n".repeat(200_000));
  expect(summary).toMatch(/^~~~~diff\n! {3}description\n/);
  expect(summary).toMatch(/\n~~~~\n$/);
  expect(summary.length).toBeLessThan(1024 ** 2);
});
