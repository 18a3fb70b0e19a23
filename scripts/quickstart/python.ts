import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../before-install/run.mjs";
import { activated, installPackage, pythonEnvironment } from "../languages/python.ts";
import { generateSdks } from "../languages/sdk.ts";
import { languageTools } from "../languages/tools.ts";
import { stateFolder } from "./stack.ts";

/**
 * Generates and installs the Python package, and resolves to the environment in which the program finds it, and the
 * engine finds the plugin and Python's language host.
 */
export async function pythonSetUp(): Promise<NodeJS.ProcessEnv> {
  const tools = await languageTools();
  const python = await pythonEnvironment();
  const [packages, site, plugin] = ["packages", "site", "plugin"].map((name) => join(stateFolder, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [site, plugin]) rmSync(folder, { recursive: true, force: true });
  await generateSdks(["python"], packages);
  await installPackage(python, join(packages, "python"), site);
  mkdirSync(plugin, { recursive: true });
  symlinkSync(join(checkout, "dist/plugin/index.js"), join(plugin, "pulumi-resource-idm"));
  const env = { ...process.env, PATH: [plugin, process.env.PATH, tools].join(":") };
  const { PATH, VIRTUAL_ENV } = activated(python, env);
  return { PATH, VIRTUAL_ENV, PYTHONPATH: site };
}
