import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../before-install/run.mjs";
import { UserError } from "../before-install/terminal.mjs";
import { languageTools } from "./tools.ts";

/** The languages that packages are generated for. */
export const sdkLanguages = ["python", "go", "nodejs"] as const;
export type SdkLanguage = (typeof sdkLanguages)[number];

/** The package schema of the packaged plugin. */
export const schemaFile = join(checkout, "provider/hosts/plugin/schema.json");

/** Generates the package of each language into the folder of that name in `folder`, in place of what is there. */
export async function generateSdks(languages: readonly SdkLanguage[], folder: string): Promise<void> {
  const targets = languages.map((language) => [language, join(folder, language)] as const);
  for (const [, target] of targets) rmSync(target, { recursive: true, force: true });
  await bindSchema(schemaFile, targets.flat());
}

/** Binds a schema with Pulumi's own binder, and generates packages. Throws a UserError with what the binder says. */
export async function bindSchema(file: string, targets: readonly string[] = []): Promise<void> {
  const generator = join(await languageTools(), "generate-sdk");
  try {
    execFileSync(generator, [file, ...targets], { stdio: ["ignore", "inherit", "pipe"], encoding: "utf8" });
  } catch (error) {
    throw new UserError((error as { stderr?: string }).stderr?.trim() ?? String(error));
  }
}
