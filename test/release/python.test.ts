import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { pluginArchive, thisPlatform } from "../../scripts/build/plugin-names.ts";
import { pythonFiles } from "../../scripts/release/names.ts";
import { newLanguageProject, setUpMs, setUpPythonPackage } from "../engine/language-project.ts";
import { expectRoleLives, installPlugin } from "../engine/role-program.ts";
import { startService } from "../service/service.ts";
import { released, version, withEmptyHome } from "./release-folder-for-test.ts";

const program = (description: string) => `
import pulumi
import pulumi_idm as idm
pulumi.export("roleId", idm.Role("admin", name="admin", description="${description}").role_id)
`;

test.each(Object.entries(pythonFiles(version)))(
  "a Python program runs with the %s package and the installed plugin",
  { timeout: setUpMs },
  async (_, file) => {
    const service = await startService();
    onTestFinished(() => service.close());
    const python = await setUpPythonPackage(released(file));
    onTestFinished(() => python.remove());
    const files = { "__main__.py": program("one") };
    const project = withEmptyHome(await newLanguageProject(python, service, files));
    onTestFinished(() => project.remove());
    await installPlugin(project, released(pluginArchive(version, thisPlatform())), version);
    await expectRoleLives(project, service, (description) =>
      writeFileSync(join(project.folder, "__main__.py"), program(description)),
    );
  },
);
