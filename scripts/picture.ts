// `npm run picture` runs the first program of the README under the real engine, against the stand-in service, and draws
// docs/up.svg from what the terminal shows. It also draws docs/guides/create.svg. It needs `script` of util-linux.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newProject } from "../test/engine/harness.ts";
import { startService } from "../test/service/service.ts";
import { checkout, run } from "./before-install/run.mjs";
import { setUp } from "./before-install/setup.mjs";
import { runMain, UserError } from "./before-install/terminal.mjs";
import { commandLine } from "./command-line.ts";
import { blockOf } from "./docs/document.ts";
import { lifeOfACreate } from "./picture/life-of-a-create.ts";
import { screenAfter } from "./picture/terminal-screen.ts";
import { terminalSvg } from "./picture/terminal-svg.ts";

const up = "pulumi up --yes --skip-preview";
/** The size of the terminal. Pulumi shortens lines that do not fit. */
const size = "stty cols 96 rows 40";

commandLine("Usage: npm run picture", {});
await runMain(async () => {
  await setUp();
  const lines = screenAfter(`\x1b[38;5;8m$\x1b[0m \x1b[1mpulumi up\x1b[0m\r\n${await outputOfUp()}`);
  while (lines.at(-1)?.length === 0) lines.pop();
  writeFileSync(join(checkout, "docs/up.svg"), terminalSvg("pulumi up", lines));
  writeFileSync(join(checkout, "docs/guides/create.svg"), lifeOfACreate());
});

/** What a terminal receives during the `up`. */
async function outputOfUp(): Promise<string> {
  const service = await startService();
  const project = await newProject(service, blockOf("README.md", "ts"), {
    file: "index.ts",
    host: "dynamic",
  });
  try {
    writeFileSync(join(project.folder, "Pulumi.yaml"), "name: tenant\nruntime: nodejs\n");
    await project.pulumi(["stack", "init", "dev"]);
    const { folder: cwd, env } = project;
    const log = join(cwd, "terminal.log");
    const options = { cwd, env: { ...env, TERM: "xterm-256color" }, stdio: "ignore" } as const;
    const code = await run("script", ["--quiet", "--return", "--command", `${size}; ${up}`, log], options);
    if (code !== 0) throw new UserError(`${up} ended with exit code ${code}:\n${readFileSync(log, "utf8")}`);
    return readFileSync(log, "utf8")
      .replace(/^Script started.*\n/, "")
      .replace(/\n*Script done.*\n*$/, "");
  } finally {
    await project.remove();
    await service.close();
  }
}
