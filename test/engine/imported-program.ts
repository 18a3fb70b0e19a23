import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { generateSdks, schemaFile } from "../../scripts/languages/sdk.ts";
import { languageTools } from "../../scripts/languages/tools.ts";
import type { Project } from "./harness.ts";

const compilerOptions = (name: string) => ({
  module: "nodenext",
  target: "es2022",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
  rootDir: ".",
  outDir: ".",
  paths: { [name]: ["./nodejs/index.ts"] },
});

/**
 * Replaces the program of a project by the TypeScript program that Pulumi generates for what the stack has imported,
 * compiled with the generated package. Returns its text. Rejects when it has a type error.
 */
export async function useImportedProgram(project: Project): Promise<string> {
  const { stdout } = await project.pulumi(["stack", "export", "--show-secrets", "--stack", "test"]);
  const generator = join(await languageTools(), "generate-program");
  const text = execFileSync(generator, [schemaFile, "idm"], { input: stdout, encoding: "utf8" });
  const folder = join(project.folder, "generated");
  await generateSdks(["nodejs"], folder);
  writeFileSync(join(folder, "program.ts"), text);
  const { name } = JSON.parse(readFileSync(join(folder, "nodejs/package.json"), "utf8"));
  const settings = { compilerOptions: compilerOptions(name), files: ["program.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [tsc, "--project", folder]).catch(({ stdout: problems }) => {
    throw new Error(`the generated program does not compile:\n${problems}\n${text}`);
  });
  linkPackage(folder, name);
  project.write('require("./generated/program.js");');
  return text;
}

/** Lets the compiled program find the compiled package by its name. */
function linkPackage(folder: string, name: string): void {
  const manifest = { name, version: "0.0.0", main: "index.js" };
  writeFileSync(join(folder, "nodejs/package.json"), JSON.stringify(manifest));
  const link = join(folder, "node_modules", name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(folder, "nodejs"), link);
}
