import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheRoot } from "../before-install/engine.mjs";
import { buildPrograms, runGo } from "../before-install/go-build.mjs";
import { checkout } from "../before-install/run.mjs";

const languageHosts = "github.com/pulumi/pulumi/sdk/v3";
/** What the programs depend on. The cache has a folder for each content. */
const sources = [
  "cli/go.mod",
  "cli/generate-program/main.go",
  "cli/generate-sdk/main.go",
  "cli/packageschema/bind.go",
  "language-host/go.mod",
];

/**
 * The folder with the generators of packages (`generate-sdk`) and imported programs (`generate-program`), and Pulumi's
 * language hosts for Python and Go. Builds them into the cache if needed. Throws a UserError when there is no Go to
 * build them with.
 */
export async function languageTools(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const folder = join(cacheRoot(env), `languages-${digest()}-${process.platform}-${process.arch}`);
  if (!existsSync(folder)) await build(folder, env);
  return folder;
}

/** Changes with the sources. */
function digest(): string {
  const hash = createHash("sha256");
  for (const source of sources) hash.update(readFileSync(join(checkout, "scripts/engine", source)));
  return hash.digest("hex").slice(0, 12);
}

function build(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  return buildPrograms({
    folder,
    env,
    missing: "Pulumi's tools for other languages are missing",
    howToInstall: "Install Go 1.25.11 or newer from https://go.dev/dl/. Then run the command again.",
    announcement: `Building Pulumi's tools for Python and Go, once, into ${folder}. This takes about a minute.`,
    programs: [
      {
        what: "the Python language host",
        module: "language-host",
        target: `${languageHosts}/python/cmd/pulumi-language-python`,
      },
      {
        what: "the Go language host",
        module: "language-host",
        target: `${languageHosts}/go/pulumi-language-go`,
      },
      {
        what: "the generator of packages",
        module: "cli",
        target: "./generate-sdk",
        flags: generatorFlags,
      },
      {
        what: "the generator of imported programs",
        module: "cli",
        target: "./generate-program",
        flags: generatorFlags,
      },
    ],
    complete: (draft) => addPythonLauncher(draft, env),
  });
}

const generatorFlags = ["-trimpath", "-buildvcs=false", "-ldflags", "-s -w"];

/** The Python language host looks for this script beside itself. */
function addPythonLauncher(draft: string, env: NodeJS.ProcessEnv): void {
  const launcher = "pulumi-language-python-exec";
  const module = runGo("language-host", ["list", "-m", "-f", "{{.Dir}}", languageHosts], env);
  copyFileSync(join(module, "python/cmd", launcher), join(draft, launcher));
  chmodSync(join(draft, launcher), 0o755);
}
