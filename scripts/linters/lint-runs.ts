import { globSync } from "node:fs";
import { checkout } from "../before-install/run.mjs";
import type { Linter } from "./tools.ts";

/** One call of a linter. */
export interface LintRun {
  readonly linter: Linter;
  readonly args: readonly string[];
}

const workflows = [".github/workflows/*.yml", "examples/pipelines/*/.github/workflows/*.yml"];
const pipelines = ["examples/pipelines/*/.gitlab-ci.yml"];

/** The files of each published schema that check-jsonschema brings. */
const schemas: readonly (readonly [name: string, patterns: readonly string[], ...flags: string[]])[] = [
  ["github-workflows", workflows],
  ["dependabot", [".github/dependabot.yml"]],
  ["github-issue-config", [".github/ISSUE_TEMPLATE/config.yml"]],
  ["github-issue-forms", [".github/ISSUE_TEMPLATE/{bug,feature}.yml"]],
  ["gitlab-ci", pipelines, "--data-transform", "gitlab-ci"],
];

/**
 * All that is linted, in the checkout. `shellcheck` is its path for actionlint, which checks the shell commands of
 * workflows with it; empty leaves them unchecked.
 */
export function lintRuns(shellcheck: string): LintRun[] {
  return [
    {
      linter: "actionlint",
      args: ["-no-color", "-shellcheck", shellcheck, "-pyflakes", "", ...filesOf(workflows)],
    },
    {
      linter: "zizmor",
      args: [
        ...["--offline", "--no-progress", "--quiet", "--persona", "pedantic", "--strict-collection"],
        ...[".github", ...filesOf(workflows.slice(1))],
      ],
    },
    ...schemas.map(([name, patterns, ...flags]) => ({
      linter: "check-jsonschema" as const,
      args: ["--quiet", "--builtin-schema", `vendor.${name}`, ...flags, ...filesOf(patterns)],
    })),
    { linter: "shellcheck", args: filesOf(["examples/pipelines/*/*.sh"]) },
  ];
}

/** The files that match. A pattern without a file is a mistake in this list. */
function filesOf(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: checkout });
    if (files.length === 0) throw new Error(`No file is ${pattern}: correct scripts/linters/lint-runs.ts`);
    return files.sort();
  });
}
