// `npm run check:workflows [-- LINTER …]` lints the workflows of GitHub, what is beside them, and examples/pipelines.
import { run } from "./before-install/run.mjs";
import { runMain, UserError } from "./before-install/terminal.mjs";
import { lintRuns } from "./linters/lint-runs.ts";
import { type Linter, linterProgram, linters } from "./linters/tools.ts";

await runMain(async () => {
  const wanted = chosen(process.argv.slice(2));
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
  if (unknown.length > 0)
    throw new UserError(`No linter is called ${unknown.join(", ")}. There are ${linters.join(", ")}.`);
  return args.length === 0 ? linters : linters.filter((linter) => args.includes(linter));
}
