// Reads the shell commands of the pipelines in examples/pipelines, and runs them as the pipelines' runners do.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { checkout } from "../../scripts/before-install/run.mjs";

/** One shell script of a job. */
export interface Step {
  readonly name: string;
  readonly script: string;
  /** Environment variables that the pipeline sets for it. */
  readonly env: Readonly<Record<string, string>>;
}

/** A running step. */
export interface RunningStep {
  readonly pid: number;
  readonly done: Promise<{ code: number | null; output: string }>;
}

interface GithubWorkflow {
  env: Record<string, string>;
  jobs: Record<string, { steps: { name?: string; run?: string; env?: Record<string, string> }[] }>;
}

type GitlabFile = Record<string, { script?: string[]; after_script?: string[] }> & {
  variables: Record<string, string>;
  default: { before_script: string[] };
};

function pipelineFile(path: string): unknown {
  return parse(readFileSync(join(checkout, "examples/pipelines", path), "utf8"));
}

/**
 * The steps of a job that run commands. `values` are those of the expressions, such as `vars.IDM_BASE_URL`. Throws for
 * an expression without a value.
 */
export function githubSteps(job: string, values: Readonly<Record<string, string>>): Step[] {
  const { env, jobs } = pipelineFile("github-actions/.github/workflows/pulumi.yml") as GithubWorkflow;
  const evaluate = (text: string) =>
    String(text).replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const value = values[expression];
      if (value === undefined) throw new Error(`The test has no value for ${expression}`);
      return value;
    });
  const evaluated = (variables: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, evaluate(text)]));
  return (jobs[job]?.steps ?? []).flatMap((step) =>
    step.run === undefined
      ? []
      : [{ name: step.name ?? "", script: step.run, env: { ...evaluated(env), ...evaluated(step.env) } }],
  );
}

/** The scripts of a job: `script`, with what comes before it in the same shell, and `after_script`. */
export function gitlabSteps(job: string, values: Readonly<Record<string, string>>): Step[] {
  const file = pipelineFile("gitlab-ci/.gitlab-ci.yml") as GitlabFile;
  const { script = [], after_script = [] } = file[job] ?? {};
  const expand = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? "");
  const variables = Object.entries(file.variables).map(([name, text]) => [name, expand(text)] as const);
  const env = { ...values, ...Object.fromEntries(variables) };
  return [
    { name: "script", script: [...file.default.before_script, ...script].join("\n"), env },
    { name: "after_script", script: after_script.join("\n"), env },
  ];
}

/** Starts a step with Bash, as the runners of GitHub and GitLab do, in a process group of its own. */
export function startStep(step: Step, folder: string, env: NodeJS.ProcessEnv): RunningStep {
  const file = join(folder, "step.sh");
  writeFileSync(file, step.script);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], {
    cwd: folder,
    env: { ...env, ...step.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  const done = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
  return { pid: child.pid ?? 0, done };
}
