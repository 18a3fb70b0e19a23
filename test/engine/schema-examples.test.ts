// The programs in the descriptions of schema.json, as a reader of the documentation would copy them.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as registry from "../../provider/index.ts";
import { checkout } from "../../scripts/before-install/run.mjs";
import { exampleOf } from "../../scripts/generate/examples/example.ts";
import { generateSdks, schemaFile } from "../../scripts/languages/sdk.ts";
import { languagesForTests, setUpMs } from "./language-project.ts";
import { runPython } from "./python-mocks.ts";

const resources = Object.values(registry);
const schema = JSON.parse(readFileSync(schemaFile, "utf8"));

const languages = languagesForTests();

/** The example of a resource in a language. */
function programIn(language: string, type: string): string {
  const { description } = schema.resources[`idm:index:${type}`];
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(description) ?? [];
  if (code === undefined) throw new Error(`${type} has no example in ${language}`);
  return code;
}

test("the Python and YAML examples declare what the table says", { timeout: setUpMs }, () => {
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
});

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
  const options = {
    cwd: languages.go.folder,
    env: languages.go.environment(process.env),
    encoding: "utf8",
    stdio: "pipe",
  } as const;
  for (const { type } of resources) {
    mkdirSync(join(languages.go.folder, "examples", type), { recursive: true });
    writeFileSync(join(languages.go.folder, "examples", type, "main.go"), programIn("go", type));
  }
  expect(execFileSync("gofmt", ["-l", "examples"], options)).toBe("");
  // Compiles without linking.
  execFileSync("go", ["list", "-export", "./examples/..."], options);
});

test("the TypeScript examples compile against the generated package", { timeout: setUpMs }, async () => {
  await generateSdks(["nodejs"], languages.go.folder);
  symlinkSync(join(checkout, "node_modules"), join(languages.go.folder, "node_modules"));
  const files = resources.map(({ type }) => `${type}.ts`);
  for (const { type } of resources)
    writeFileSync(join(languages.go.folder, `${type}.ts`), programIn("typescript", type));
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
