// `npm run check:workflows [-- LINTER …]` lints the workflows of GitHub, what is beside them, and examples/pipelines.
import { run } from "./before-install/run.mjs";
import { runMain } from "./before-install/terminal.mjs";
import { commandLine, refuse } from "./command-line.ts";
import { lintRuns } from "./linters/lint-runs.ts";
import { type Linter, linterProgram, linters } from "./linters/tools.ts";

const usage = `Usage: npm run check:workflows [-- LINTER …]

Runs the linters that are named, else all of ${linters.join(", ")}.`;
const wanted = chosen(commandLine(usage, { allowPositionals: true }).positionals);

await runMain(async () => {
  const [shellcheck] = wanted.includes("shellcheck") ? await linterProgram("shellcheck") : [""];
  let code = 0;
  for (const { linter, args } of lintRuns(shellcheck).filter((each) => wanted.includes(each.linter))) {
    const [program, ...first] = await linterProgram(linter);
    code = Math.max(code, await run(program, [...first, ...args]));
  }
  return code;
});

/** All linters, or those that the arguments name. */
function chosen(args: readonly string[]): readonly Linter[] {
  const unknown = args.filter((arg) => !linters.some((linter) => linter === arg));
  if (unknown.length > 0) refuse(`No linter is called ${unknown.join(", ")}.`, usage);
  return args.length === 0 ? linters : linters.filter((linter) => args.includes(linter));
}
