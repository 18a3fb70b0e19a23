// Runs the steps of release.yml that meet what an earlier attempt has published, with stand-ins for the registries.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { checkout } from "../../scripts/before-install/run.mjs";
import { whyNoPython } from "../../scripts/languages/python.ts";
import { startStep } from "../engine/pipeline-steps.ts";
import { folderForTest } from "../temporary-folder.ts";

const workflow = parse(readFileSync(join(checkout, ".github/workflows/release.yml"), "utf8"));

let folder: string;
beforeEach(() => {
  folder = folderForTest();
});

function write(content: string, ...path: string[]): void {
  mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
  writeFileSync(join(folder, ...path), content, { mode: 0o755 });
}

function runStep(job: string, name: string, env: NodeJS.ProcessEnv) {
  const step = workflow.jobs[job].steps.find((each: { name?: string }) => each.name === name);
  const path = [join(folder, "tools"), process.env.PATH].join(delimiter);
  const all = { ...process.env, GITHUB_REF_NAME: "v1.2.3", ...env, PATH: path };
  return startStep({ name, script: step.run, env: {} }, folder, all).done;
}

const wheel = "pulumi_idm-1.2.3-py3-none-any.whl";
const source = "pulumi_idm-1.2.3.tar.gz";

/** Runs the step against a PyPI that has these files; undefined for one that has no such version. */
async function publishToPypi(published: Record<string, string> | undefined) {
  write("wheel", "dist", wheel);
  write("source", "dist", source);
  const urls = Object.entries(published ?? {}).map(([filename, content]) => ({
    filename,
    digests: { sha256: createHash("sha256").update(content).digest("hex") },
  }));
  // Python loads a module of this name before the script.
  const standIn = `
import io, json, urllib.error, urllib.request
def urlopen(url):
    assert url.endswith("/pypi/pulumi_idm/1.2.3/json"), url
    if ${published === undefined ? "True" : "False"}:
        raise urllib.error.HTTPError(url, 404, "Not Found", {}, None)
    return io.StringIO(json.dumps({"urls": json.loads(${JSON.stringify(JSON.stringify(urls))})}))
urllib.request.urlopen = urlopen
`;
  write(standIn, "python", "sitecustomize.py");
  const env = { GITHUB_OUTPUT: join(folder, "output"), PYTHONPATH: join(folder, "python") };
  return runStep("pypi", "Leave out what an earlier attempt has published", env);
}

const left = () => readdirSync(join(folder, "dist"));
const output = () => readFileSync(join(folder, "output"), "utf8");
const testWithPython = test.skipIf(whyNoPython() !== undefined);

testWithPython("a version that PyPI does not have is published whole", async () => {
  expect(await publishToPypi(undefined)).toMatchObject({ code: 0 });
  expect([left(), output()]).toEqual([[wheel, source], "missing=2\n"]);
});

testWithPython("a file that PyPI has with the same bytes is left out", async () => {
  expect(await publishToPypi({ [wheel]: "wheel" })).toMatchObject({ code: 0 });
  expect([left(), output()]).toEqual([[source], "missing=1\n"]);
  expect(await publishToPypi({ [wheel]: "wheel", [source]: "source" })).toMatchObject({ code: 0 });
  expect(left()).toEqual([]);
});

testWithPython("a file that PyPI has with other bytes, or only PyPI has, ends the job", async () => {
  const other = await publishToPypi({ [wheel]: "another wheel" });
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining(`PyPI has another ${wheel} than`) });
  const foreign = await publishToPypi({ "pulumi_idm-1.2.3.zip": "" });
  expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining("which this build has not") });
});

/** Runs the step against a GitHub whose release is in this state and has this list of files. Returns gh's calls too. */
async function publishToGithub(isDraft: "true" | "false" | undefined, sums = "sums") {
  write("sums", "release", "SHA256SUMS");
  const script = `#!/bin/sh
echo "$*" >> ${folder}/calls.txt
case "$1 $2" in
  "release view") ${isDraft === undefined ? "exit 1" : `echo ${isDraft}`} ;;
  "release download") mkdir published && printf '${sums}' > published/SHA256SUMS ;;
esac
`;
  write(script, "tools", "gh");
  const result = await runStep("github", "Create a draft with all files, then publish it", {});
  const calls = readFileSync(join(folder, "calls.txt"), "utf8").trim().split("\n");
  return { ...result, calls: calls.map((call) => call.split(" ")[1]) };
}

test("a GitHub release is created as a draft with all files and then published, also after half an attempt", async () => {
  expect(await publishToGithub(undefined)).toMatchObject({
    code: 0,
    calls: ["view", "create", "upload", "edit"],
  });
  rmSync(join(folder, "calls.txt"));
  expect(await publishToGithub("true")).toMatchObject({ code: 0, calls: ["view", "upload", "edit"] });
});

test("a published GitHub release is compared and never changed", async () => {
  expect(await publishToGithub("false")).toMatchObject({ code: 0, calls: ["view", "download"] });
  rmSync(join(folder, "published"), { recursive: true });
  rmSync(join(folder, "calls.txt"));
  expect(await publishToGithub("false", "other sums")).toMatchObject({
    code: 1,
    calls: ["view", "download"],
    output: expect.stringContaining("The published release v1.2.3 has other files than this build"),
  });
});
