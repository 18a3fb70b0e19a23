import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { checkout } from "../../../scripts/before-install/run.mjs";
import { commandProblems } from "../../../scripts/docs/commands.ts";
import { readCheckout } from "../../../scripts/docs/document.ts";
import { linkProblems } from "../../../scripts/docs/links.ts";
import { nameProblems } from "../../../scripts/docs/names.ts";
import { otherProblems } from "../../../scripts/docs/other-blocks.ts";
import { requirementProblems } from "../../../scripts/docs/requirements.ts";
import { citationProblems } from "../../../scripts/docs/test-citations.ts";
import { typescriptProblems } from "../../../scripts/docs/typescript-blocks.ts";
import { folderForTest } from "../../temporary-folder.ts";

const packageFile = {
  name: "pulumi-idm",
  version: "1.2.3",
  type: "module",
  homepage: "https://docs.example",
  repository: { type: "git", url: "git+https://git.example/team/pulumi-idm.git" },
  engines: { node: "^22.19 || >=24.2" },
  peerDependencies: { "@pulumi/pulumi": "^3.216.0" },
  scripts: { start: "node start.js" },
};

let root: string;
beforeEach(() => {
  root = folderForTest();
  write("package.json", JSON.stringify(packageFile));
  write("docs/guides/start.md", "# Start\n\n## Here and there\n");
  for (const linked of ["provider", "node_modules"]) symlinkSync(join(checkout, linked), join(root, linked));
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** What a check says about a page, as `path:line: message`. */
function told(check: typeof linkProblems, text: string, path = "docs/page.md"): string[] {
  write(path, text);
  return check(readCheckout(root)).map((problem) => `${problem.path}:${problem.line}: ${problem.message}`);
}

test("links to what exists are fine, on this page, in the repository and on the site", () => {
  const text = [
    "# Page",
    "[a](guides/start.md), [b](guides/start.md#here-and-there), [c](#page), [d](https://elsewhere.example/x)",
    "[e](https://docs.example/guides/start#start), [f](https://git.example/team/pulumi-idm/blob/HEAD/docs/page.md)",
    "`[not](a-link.md)`",
    "```\n[nor](this.md)\n```",
  ].join("\n");
  expect(told(linkProblems, text)).toEqual([]);
});

test("a link to a missing file, heading or page of the site is told with file and line", () => {
  const text =
    "\n[a](gone.md)\n[b](guides/start.md#nowhere)\n[c\nd](https://docs.example/gone)\n![e](gone.svg)\n";
  expect(told(linkProblems, text)).toEqual([
    "docs/page.md:2: the link gone.md leads to docs/gone.md, which does not exist",
    "docs/page.md:3: the link guides/start.md#nowhere leads to a heading that docs/guides/start.md does not have",
    "docs/page.md:5: the site has no page https://docs.example/gone: there is no docs/gone.md",
    "docs/page.md:6: the link gone.svg leads to docs/gone.svg, which does not exist",
  ]);
});

test("the README must not link to files, because npm shows it alone", () => {
  const [problem, ...others] = told(linkProblems, "# A\n[a](docs/guides/start.md) [b](#a)\n", "README.md");
  expect(problem).toMatch(/^README\.md:2: the link docs\/guides\/start\.md is dead on npm/);
  expect(others).toEqual([]);
});

test("a link to a page or a file at another address than package.json names is told", () => {
  const text =
    "[a](https://old.example/guides/start)\n[b](https://old.example/team/pulumi-idm/blob/HEAD/docs/guides/start.md)\n";
  expect(told(linkProblems, text, "README.md")).toEqual([
    "README.md:1: the link https://old.example/guides/start means docs/guides/start.md, but homepage in package.json is https://docs.example",
    "README.md:2: the link https://old.example/team/pulumi-idm/blob/HEAD/docs/guides/start.md means docs/guides/start.md, but repository in package.json is https://git.example/team/pulumi-idm",
  ]);
});

test("settings, variables, error codes and versions that do not exist are told", () => {
  const text = [
    "`idm:baseUrl`, `idm:baseUri`, `idm:index:Role`, `pulumi-nodejs:dynamic/idm:Role`",
    "`IDM_BASE_URL`, `IDM_BASE_URI`",
    "`ERR_IDM_API`, `ERR_IDM_APY`",
    "pulumi-idm@1.2.3, pulumi-idm@1.2.2, `pulumi_idm-1.2.4-py3-none-any.whl`",
  ].join("\n");
  expect(told(nameProblems, text)).toEqual([
    "docs/page.md:1: there is no setting idm:baseUri",
    "docs/page.md:2: no code reads the variable IDM_BASE_URI",
    "docs/page.md:3: there is no error code ERR_IDM_APY",
    "docs/page.md:4: names version 1.2.2, but package.json has 1.2.3",
    "docs/page.md:4: names version 1.2.4, but package.json has 1.2.3",
  ]);
});

test("versions of Node.js, Pulumi and Go that package.json and go.mod do not name are told", () => {
  write("scripts/engine/cli/go.mod", "module cli\n\ngo 1.25.11\n");
  const text = [
    "[Node.js](https://nodejs.org) 22.19, Node.js 20, Pulumi CLI 3.216, Go 1.25.11 or newer",
    "Node.js 20.1, Pulumi CLI 3.215, Go 1.24 or newer",
  ].join("\n");
  expect(told(requirementProblems, text)).toEqual([
    'docs/page.md:2: says "Node.js 20.1", but package.json has 22.19 and 24.2',
    'docs/page.md:2: says "Pulumi CLI 3.215", but package.json has 3.216',
    'docs/page.md:2: says "Go 1.24 or newer", but scripts/engine/cli/go.mod has 1.25.11',
  ]);
});

test("files and folders that CONTRIBUTING names and that do not exist are told", () => {
  const text =
    "`errors.ts`, `hosts/dynamic/`, `lifecycle/check.ts`\n`lifecycle/cheque.ts`, `hosts/static/`\n";
  expect(told(nameProblems, text, "CONTRIBUTING.md")).toEqual([
    "CONTRIBUTING.md:2: there is no file or folder lifecycle/cheque.ts",
    "CONTRIBUTING.md:2: there is no file or folder hosts/static/",
  ]);
});

/** A page with a table whose last column cites tests. */
const citing = (...cells: readonly string[]) =>
  ["| What | Test |", "|---|---|", ...cells.map((cell) => `| a \\| b | ${cell} |`), "", "| c | d |"].join(
    "\n",
  );

test("tests that exist may be cited by file and by title, with … for any part of a title", () => {
  const titles = [
    'test("a role is created", () => {});',
    'test.each([1])("a role with %i is read", () => {});',
    "test.skipIf(true)(`a role of $" + "{tenant} is gone`, { timeout: 1 }, () => {});",
  ];
  write("test/role.test.ts", titles.join("\n"));
  const text = citing(
    "none",
    "`test/role.test.ts`: `a role is created`, `a role with … is read`; `test/role.test.ts`: `… of … is gone`",
    "`test`; `test/role.test.ts`",
  );
  expect(told(citationProblems, text)).toEqual([]);
});

test("a cited test file or title that does not exist, and another form of citation, are told", () => {
  write("test/role.test.ts", 'test("a role is created", () => say("a role is read"));');
  const text = citing(
    "`test/gone.test.ts`",
    "`test/role.test.ts`: `a role is read`, `a role`, `a … is created`",
    "`test`: `a role is created`",
    "`test/role.test.ts`: a role is created",
    "",
  );
  const form = "which is not of the form `test/file.test.ts`: `title`, `title`; …";
  expect(told(citationProblems, text)).toEqual([
    "docs/page.md:3: there is no test/gone.test.ts",
    'docs/page.md:4: test/role.test.ts has no test "a role is read"',
    'docs/page.md:4: test/role.test.ts has no test "a role"',
    "docs/page.md:5: cites titles of test, which is no file",
    `docs/page.md:6: cites tests as \`test/role.test.ts\`: a role is created, ${form}`,
    `docs/page.md:7: cites tests as "", ${form}`,
  ]);
});

test("npm scripts, files and tools of commands that do not exist are told", () => {
  const text = [
    "Run `npm run stop`, `npm install`, `npm start -- up` or `npx vitest run`.",
    "Run `npx pulumi-resource-idm discover`.",
    "```sh",
    "export A=b && npm run start   # npm run comment",
    'FOO="npm run text" npx vitests | node gone.ts > npm.txt',
    "npm run \\",
    "  continued",
    "```",
  ].join("\n");
  expect(told(commandProblems, text)).toEqual([
    'docs/page.md:5: npx vitests: no package here has the tool "vitests"',
    "docs/page.md:5: node gone.ts: there is no gone.ts",
    'docs/page.md:7: npm run continued: package.json has no script "continued"',
    'docs/page.md:1: npm run stop: package.json has no script "stop"',
  ]);
});

test("blocks of JSON and YAML that cannot be parsed are told with their line", () => {
  const text =
    '```json\n{"a": 1}\n```\n```json\n{"a": }\n```\n```yaml\na: 1\nb: [\n```\n<!-- check: skip a part -->\n```json\n…\n```\n';
  expect(told(otherProblems, text)).toEqual([
    expect.stringMatching(/^docs\/page\.md:5: is no json: Unexpected token/),
    expect.stringMatching(/^docs\/page\.md:\d+: is no yaml: /),
  ]);
});

test("without a built package, the check says how to build it", () => {
  expect(told(typescriptProblems, "```ts\n1;\n```\n")).toEqual([
    "dist/sdk/index.d.ts:1: the package is not built: npm run build",
  ]);
});
