// Projects whose program is in Python or Go. They do the set-up that they need: Pulumi's language hosts, and packages
// that Pulumi's own generators make of the schema.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { goModule } from "../../scripts/generate/schema.ts";
import { activated, installPackage, pythonEnvironment, whyNoPython } from "../../scripts/languages/python.ts";
import { generateSdks, type SdkLanguage } from "../../scripts/languages/sdk.ts";
import { languageTools } from "../../scripts/languages/tools.ts";
import type { Service } from "../service/service.ts";
import { newProject, type Project } from "./harness.ts";

/** The time that the first set-up on a machine may take: it builds Pulumi's tools and installs packages. */
export const setUpMs = 900_000;

/** What programs of one language need. */
export interface LanguageRuntime {
  readonly runtime: string;
  /** Contains the generated package and the plugin. Without it the engine takes a plugin that is installed. */
  readonly folder?: string;
  /** The environment of the program, from that of the engine. */
  environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  remove(): void;
}

/** What the projects of one language share. */
export interface LanguageSetUp extends LanguageRuntime {
  readonly folder: string;
}

/** Generates and installs the Python package. */
export async function setUpPython(): Promise<LanguageSetUp> {
  const setUp = await setUpLanguage("python");
  const site = join(setUp.folder, "site");
  return { ...setUp, environment: await pythonWith(join(setUp.folder, "python"), site) };
}

/** Installs a Python package that is built already. */
export async function setUpPythonPackage(source: string): Promise<LanguageRuntime> {
  const site = mkdtempSync(join(tmpdir(), "pulumi-idm-python-"));
  return {
    runtime: "python",
    environment: await pythonWith(source, site),
    remove: () => rmSync(site, { recursive: true, force: true }),
  };
}

/** Installs the package into the folder `site`. Returns the environment of programs that import it. */
async function pythonWith(source: string, site: string): Promise<LanguageRuntime["environment"]> {
  const python = await pythonEnvironment();
  await installPackage(python, source, site);
  const tools = await languageTools();
  return (env) => ({ ...activated(python, { ...env, PATH: `${env.PATH}:${tools}` }), PYTHONPATH: site });
}

/** Generates the Go module, and a module for the programs that has what the engine is built from. */
export async function setUpGo(): Promise<LanguageSetUp> {
  const setUp = await setUpLanguage("go");
  const engine = join(checkout, "scripts/engine/cli");
  writeFileSync(
    join(setUp.folder, "go.mod"),
    `${readFileSync(join(engine, "go.mod"), "utf8")
      .replace(/^module .*/m, "module scenario")
      .replace(/^tool .*/m, "")}
require ${goModule} v0.0.0
replace ${goModule} => ${join(setUp.folder, "go")}
`,
  );
  copyFileSync(join(engine, "go.sum"), join(setUp.folder, "go.sum"));
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith("GO"));
  // The engine is built with -trimpath: what both need is compiled once.
  const own = { ...Object.fromEntries(settings), GOFLAGS: "-mod=mod -trimpath -buildvcs=false" };
  return { ...setUp, environment: (env) => ({ ...setUp.environment(env), ...own }) };
}

/** Options to run Go's tools in the folder of the language. */
export function goOptions({ folder, environment }: LanguageSetUp) {
  return { cwd: folder, env: environment(process.env), encoding: "utf8", stdio: "pipe" } as const;
}

/** Whether programs in Python can run here. Tests of Python are skipped where they cannot. */
export const hasPython = whyNoPython() === undefined;

/** Both languages for the tests of one file: set up before them, removed after them. */
export function languagesForTests(): { readonly python: LanguageSetUp; readonly go: LanguageSetUp } {
  const languages: { python?: LanguageSetUp; go?: LanguageSetUp } = {};
  beforeAll(async () => {
    if (hasPython) languages.python = await setUpPython();
    languages.go = await setUpGo();
  }, setUpMs);
  afterAll(() => {
    languages.python?.remove();
    languages.go?.remove();
  });
  return languages as Required<typeof languages>;
}

async function setUpLanguage(language: SdkLanguage): Promise<LanguageSetUp> {
  const folder = mkdtempSync(join(tmpdir(), `pulumi-idm-${language}-`));
  const tools = await languageTools();
  await generateSdks([language], folder);
  symlinkSync(join(checkout, "dist/plugin/index.js"), join(folder, "pulumi-resource-idm"));
  return {
    runtime: language,
    folder,
    environment: (env) => ({ ...env, PATH: `${env.PATH}:${tools}` }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Creates a project with these files. Its settings point to `service`. */
export async function newLanguageProject(
  setUp: LanguageRuntime,
  service: Service,
  files: Readonly<Record<string, string>>,
): Promise<Project> {
  const { runtime, folder } = setUp;
  const project = await newProject(service, "");
  Object.assign(project.env, setUp.environment(project.env));
  const settings = {
    name: "scenario",
    runtime,
    ...(folder !== undefined && { plugins: { providers: [{ name: "idm", path: folder }] } }),
  };
  writeFileSync(join(project.folder, "Pulumi.yaml"), JSON.stringify(settings));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(project.folder, name), content);
  if (runtime === "go" && folder !== undefined)
    for (const name of ["go.mod", "go.sum"]) copyFileSync(join(folder, name), join(project.folder, name));
  return project;
}
