// The programs in the descriptions of schema.json, as a reader of the documentation would copy them.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as registry from "../../provider/index.ts";
import { functionName, hasFunction } from "../../provider/lifecycle/item-function.ts";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { checkout } from "../../scripts/before-install/run.mjs";
import { exampleOf } from "../../scripts/generate/examples/example.ts";
import { generateSdks, schemaFile } from "../../scripts/languages/sdk.ts";
import { goOptions, hasPython, languagesForTests, setUpMs } from "./language-project.ts";
import { runPython } from "./python-mocks.ts";

const resources: readonly Resource[] = Object.values(registry);
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));

const languages = languagesForTests();

const found = resources.filter(hasFunction);
/** The names of all resources and functions. */
const names = [...resources.map(({ type }) => type), ...found.map(functionName)];

/** The example of a resource or a function in a language. */
function programIn(language: string, name: string): string {
  const { description } = { ...schema.resources, ...schema.functions }[`idm:index:${name}`];
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(description) ?? [];
  if (code === undefined) throw new Error(`${name} has no example in ${language}`);
  return code;
}

test.skipIf(!hasPython)(
  "the Python and YAML examples declare what the table says",
  { timeout: setUpMs },
  () => {
    const env = languages.python.environment(process.env);
    for (const resource of resources) {
      const [program = "", yaml = ""] = ["python", "yaml"].map((language) =>
        programIn(language, resource.type),
      );
      const { declared, document } = runPython(env, { program, document: yaml });
      for (const { resource: other, name, inputs } of exampleOf(resource, resources)) {
        const type = `idm:index:${other.type}`;
        expect(declared[`${type} ${name}`]).toEqual({ inputs: withReferences(inputs, answers) });
        expect(document.resources[name]).toEqual({ type, properties: withReferences(inputs) });
      }
    }
  },
);

test.skipIf(!hasPython)(
  "the Python and YAML examples of functions look up the example of the resource",
  {
    timeout: setUpMs,
  },
  () => {
    const env = languages.python.environment(process.env);
    for (const resource of found) {
      const name = functionName(resource);
      const program = programIn("python", name);
      const { called, document } = runPython(env, { program, document: programIn("yaml", name) });
      const [argument = ""] = resource.collection.functionArguments;
      const { id, inputs = {} } = resource.example ?? {};
      const expected = { [argument]: argument === resource.collection.idProperty ? id : inputs[argument] };
      const token = `idm:index:${name}`;
      expect(called[token]).toEqual(expected);
      const invoke = { "fn::invoke": { function: token, arguments: expected } };
      expect(Object.values(document.variables ?? {})).toEqual([invoke]);
    }
  },
);

/** The inputs, with references as YAML has them, or as the mocks answer. */
function withReferences(inputs: object, answers?: Readonly<Record<string, string>>): unknown {
  return JSON.parse(JSON.stringify(inputs), (_key, value) => {
    const reference = typeof value === "string" && value.startsWith("$") ? value.slice(1) : undefined;
    if (reference === undefined) return value;
    return answers ? answers[reference] : ["${", reference, "}"].join("");
  });
}

const answers = {
  "login.customDomainId": "id of the domain",
  "login.verificationRecord.name": "name of the record",
};

test("the Go examples compile, and are formatted as gofmt does", { timeout: setUpMs }, () => {
  const options = goOptions(languages.go);
  for (const name of names) {
    mkdirSync(join(languages.go.folder, "examples", name), { recursive: true });
    writeFileSync(join(languages.go.folder, "examples", name, "main.go"), programIn("go", name));
  }
  expect(execFileSync("gofmt", ["-l", "examples"], options)).toBe("");
  // Compiles without linking.
  execFileSync("go", ["list", "-export", "./examples/..."], options);
});

test("the TypeScript examples compile against the generated package", { timeout: setUpMs }, async () => {
  await generateSdks(["nodejs"], languages.go.folder);
  symlinkSync(join(checkout, "node_modules"), join(languages.go.folder, "node_modules"));
  const files = names.map((name) => `${name}.ts`);
  for (const name of names)
    writeFileSync(join(languages.go.folder, `${name}.ts`), programIn("typescript", name));
  const compilerOptions = {
    module: "commonjs",
    moduleResolution: "bundler",
    target: "es2022",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    paths: { "pulumi-idm-plugin": ["./nodejs/index.ts"] },
  };
  writeFileSync(join(languages.go.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(checkout, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "--project", languages.go.folder], {
    encoding: "utf8",
    stdio: "pipe",
  });
});
