// Blocks of code against the built package: npm test has built it.
import { expect, test } from "vitest";
import { checkout } from "../../../scripts/before-install/run.mjs";
import type { Checkout } from "../../../scripts/docs/document.ts";
import { readPage } from "../../../scripts/docs/markdown.ts";
import { missingParsers, otherProblems } from "../../../scripts/docs/other-blocks.ts";
import { typescriptProblems } from "../../../scripts/docs/typescript-blocks.ts";

function page(text: string): Checkout {
  const nothing = { version: "", homepage: "", repository: { url: "" }, scripts: {} };
  return { root: checkout, documents: [{ path: "page.md", text, ...readPage(text) }], package: nothing };
}

const problemsOf = (text: string) =>
  typescriptProblems(page(text)).map(({ line, message }) => `${line}: ${message}`);

const login =
  'const login = new idm.CustomDomain("login", { domain: "a.example", type: "self_managed_certs" });';

test("blocks that compile against the package are fine, also as parts of a program", () => {
  const text = `
\`\`\`ts
${login}
\`\`\`
<!-- check: continues -->
\`\`\`ts
export const record = login.verificationRecord.value;
\`\`\`
<!-- check: with declare const id: string; -->
\`\`\`ts
const role = idm.Role.get("a", id);
\`\`\`
\`\`\`js
const idm = require("pulumi-idm");
exports.role = new idm.Role("a", { name: "a" }).roleId;
\`\`\`
<!-- check: plugin -->
\`\`\`ts
export const role = idm.getRoleOutput({ name: "a" }).roleId;
\`\`\`
<!-- check: as provider/resources/something.ts -->
\`\`\`ts
import { path } from "../client/path.ts";
export const collection = path\`/things\`;
\`\`\`
`;
  expect(problemsOf(text)).toEqual([]);
});

test("a block that does not compile is told with its line and the compiler's words", () => {
  const text = `# A
\`\`\`ts
${login}
login.verificationRecords.nothing;
\`\`\`
\`\`\`js
import * as idm from "pulumi-idm";
new idm.Role("a", { nam: "a" });
\`\`\`
<!-- check: plugin -->
\`\`\`ts
idm.getRoleOutput({ nam: "a" });
\`\`\`
`;
  expect(problemsOf(text)).toEqual([
    expect.stringMatching(/^4: does not compile: Property 'nothing' does not exist/),
    expect.stringMatching(/^8: does not compile: .*'nam' does not exist/),
    expect.stringMatching(/^12: does not compile: .*'nam' does not exist/),
  ]);
});

const testWithParsers = test.runIf(missingParsers().length === 0);

testWithParsers("blocks of Python and Go that cannot be parsed are told with their line", () => {
  const text = "```python\nx = 1\nif x\n    y\n```\n```go\nx := 1\ny := := 2\n```\n```go\nx := 1\n```\n";
  expect(otherProblems(page(text)).map(({ line }) => line)).toEqual([3, 8]);
});
