import { expect, onTestFinished, test } from "vitest";
import { executableArchive, pluginArchive, thisPlatform } from "../../scripts/build/plugin-names.ts";
import { startExecutable } from "../engine/executable.ts";
import { newProject } from "../engine/harness.ts";
import { expectRoleLives, installPlugin, roleProgram } from "../engine/role-program.ts";
import { startService } from "../service/service.ts";
import { released, version, withEmptyHome } from "./release-folder-for-test.ts";

const archives = {
  "for machines with Node": released(pluginArchive(version, thisPlatform())),
  "that is an executable": released(executableArchive(version, thisPlatform())),
};

// The harness needs `ps` and the signals of POSIX.
test.skipIf(process.platform === "win32").each(Object.entries(archives))(
  "a program runs with the installed archive of the plugin %s",
  async (_, archive) => {
    const service = await startService();
    onTestFinished(() => service.close());
    const project = withEmptyHome(await newProject(service, roleProgram("one")));
    onTestFinished(() => project.remove());
    await installPlugin(project, archive, version);
    await expectRoleLives(project, service, (description) => project.write(roleProgram(description)));
    const agents = service.requests.api.map(({ userAgent }) => userAgent?.split(" ")[0]);
    expect(new Set(agents)).toEqual(new Set([`pulumi-idm/${version}`]));
  },
);

test("the executable starts without Node on the PATH and prints its port", async () => {
  const printed = await startExecutable(archives["that is an executable"]);
  expect(printed).toEqual({ from: "stdout", text: expect.stringMatching(/^\d+\r?\n$/) });
});
