import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { lintRuns } from "../../scripts/linters/lint-runs.ts";
import { availableLinters, linterProgram, linters } from "../../scripts/linters/tools.ts";
import { folderForTest } from "../temporary-folder.ts";

let folder: string;
let cache: string;
beforeEach(() => {
  folder = folderForTest();
  cache = join(folder, "cache");
});

/** An environment with an empty cache, whose PATH has only these shell scripts. */
function machineWith(programs: Record<string, string>): NodeJS.ProcessEnv {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { PATH: bin, HOME: folder, PULUMI_IDM_CACHE: cache };
}

/** A Python that creates an environment, whose pip ends with `exitCode`. */
function pythonWithPip(exitCode: number): string {
  return `[ "$1" = -c ] && echo "True $0 3.13.0" && exit 0
/bin/mkdir -p "$3/bin"
printf '#!/bin/sh\\nexit ${exitCode}\\n' > "$3/bin/python"
/bin/chmod +x "$3/bin/python"`;
}

const workingGo = `[ "$1" = list ] && exit 0
while [ "$1" != -o ]; do shift; done
echo > "$2actionlint"`;

test("each linter is built or installed into the cache once", async () => {
  const env = machineWith({ go: workingGo, python3: pythonWithPip(0) });
  expect(await availableLinters(env)).toEqual({ available: linters });
  const names = readdirSync(cache).sort();
  expect(names).toEqual([expect.stringMatching(/^linters-go-/), expect.stringMatching(/^linters-python-/)]);
  expect(await linterProgram("zizmor", env)).toEqual([join(cache, String(names[1]), "bin/zizmor")]);
  expect(readdirSync(cache).sort()).toEqual(names);
});

test("without Go the error says how to install it", async () => {
  const promise = linterProgram("actionlint", machineWith({}));
  await expect(promise).rejects.toThrow(/actionlint is missing.*no Go.*https:\/\/go\.dev\/dl/s);
});

test("without a network the errors name the module proxy and the package index", async () => {
  const go = `[ "$1" = list ] && exit 0; echo "dial tcp: lookup proxy: no such host" >&2; exit 1`;
  const env = machineWith({ go, python3: pythonWithPip(1) });
  await expect(linterProgram("actionlint", env)).rejects.toThrow(/no such host.*Go module proxy/s);
  await expect(linterProgram("zizmor", env)).rejects.toThrow(/pip failed with exit code 1.*package index/s);
  expect(readdirSync(cache)).toEqual([]);
});

test("what a machine cannot have is left out, and one line says so", async () => {
  expect(await availableLinters(machineWith({ go: workingGo, python3: pythonWithPip(1) }))).toEqual({
    available: ["actionlint"],
    reason: expect.stringMatching(
      /^The workflows are not checked with zizmor, check-jsonschema, shellcheck: .+$/,
    ),
  });
});

test("every workflow, pipeline, form and script is linted", () => {
  const linted = lintRuns("").flatMap(({ args }) => args);
  const files = [".github", "examples/pipelines"].flatMap((room) =>
    readdirSync(join(checkout, room), { recursive: true, encoding: "utf8" }).map((file) => `${room}/${file}`),
  );
  const expected = files.filter((file) => /\.(ya?ml|sh)$/.test(file) && !/Pulumi|node_modules/.test(file));
  expect(expected.length).toBeGreaterThan(8);
  expect(expected.filter((file) => !linted.includes(file))).toEqual([]);
});
