// `pulumi-resource-idm discover`, as a process of its own.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LogicalNames } from "../../../provider/hosts/plugin/discover/logical-names.ts";
import * as registry from "../../../provider/index.ts";
import type { Resource } from "../../../provider/lifecycle/resource.ts";
import { checkout } from "../../../scripts/before-install/run.mjs";
import type { ServiceOptions } from "../../service/options.ts";
import type { Service } from "../../service/service.ts";
import { serviceForTest } from "../../service/service-for-test.ts";
import { folderForTest } from "../../temporary-folder.ts";

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const main = join(checkout, "provider/hosts/plugin/main.ts");

function run(args: readonly string[], env: Record<string, string | undefined>): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env }, timeout: 60_000 };
    execFile(process.execPath, [main, "discover", ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const environmentOf = ({ baseUrl, authUrl, client }: Service) => ({
  IDM_BASE_URL: baseUrl,
  IDM_AUTH_URL: authUrl,
  IDM_CLIENT_ID: client.id,
  IDM_CLIENT_SECRET: client.secret,
});

async function tenantForTest(options?: ServiceOptions): Promise<Service> {
  const service = await serviceForTest(options);
  const { tenant } = service;
  for (const name of ["team-a", "Team B", "team-a", "class"]) tenant.addRole({ name });
  tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
  tenant.addTemplate({ name: "2 licences" });
  return service;
}

const specsIn = (stdout: string): { type: string; name: string; id: string }[] =>
  JSON.parse(stdout).resources;

test("every item of every collection is listed over all pages, with unique names and a summary", async () => {
  const service = await tenantForTest({ pageSize: 2, listShape: "next" });
  const { code, stdout, stderr } = await run([], environmentOf(service));
  expect(code, stderr).toBe(0);
  const ids = [
    ...service.tenant.roles.keys(),
    ...service.tenant.domains.keys(),
    ...service.tenant.templates.keys(),
  ];
  const specs = specsIn(stdout);
  expect(specs.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(specs.map(({ type, name }) => `${type} ${name}`).sort()).toEqual([
    "idm:index:CustomDomain login-example-com",
    "idm:index:Role class-role",
    "idm:index:Role team-a",
    "idm:index:Role team-a-2",
    "idm:index:Role team-b",
    "idm:index:VcTemplate template-2-licences",
  ]);
  expect(stderr).toMatch(/CustomDomain: 1\n.*Role: 4\n.*VcTemplate: 1\n/s);
  expect(stderr).toMatch(/Left out: .*EventRedelivery/);
  expect(stderr).not.toContain(service.client.secret);
});

test("items with long values need no more memory the more there are", async () => {
  const service = await serviceForTest({ pageSize: 100, listShape: "next" });
  const description = "d".repeat(70_000);
  for (let index = 0; index < 3_000; index++) service.tenant.addRole({ name: `role ${index}`, description });
  const heap = { NODE_OPTIONS: "--max-old-space-size=120" };
  const { code, stdout, stderr } = await run(["--type", "Role"], { ...environmentOf(service), ...heap });
  expect(code, stderr).toBe(0);
  expect(specsIn(stdout)).toHaveLength(3_000);
});

test("--type and --match select items, and --out names the file", async () => {
  const service = await tenantForTest();
  const folder = folderForTest();
  const out = join(folder, "import.json");
  const { code, stdout, stderr } = await run(
    ["--type", "Role", "--match", "TEAM?b", "--match", "cl*", "--out", out],
    environmentOf(service),
  );
  expect([code, stdout]).toEqual([0, ""]);
  expect(specsIn(readFileSync(out, "utf8")).map(({ name }) => name)).toEqual(["team-b", "class-role"]);
  expect(stderr).toContain("Role: 2, and 2 left out that match no --match");
  expect(stderr).toContain(`pulumi import --file ${out}`);
});

test("a pattern of many stars takes no time on a long name that is nearly like it", async () => {
  const service = await tenantForTest();
  service.tenant.addRole({ name: "a".repeat(255) });
  const { code, stdout } = await run(["--match", `${"*a".repeat(30)}b`], environmentOf(service));
  expect([code, specsIn(stdout)]).toEqual([0, []]);
});

test("--provider imports with a provider resource of the stack", async () => {
  const service = await tenantForTest();
  const urn = "urn:pulumi:test::scenario::pulumi:providers:idm::second";
  const { code, stdout } = await run(
    ["-t", "VcTemplate", "--provider", `second=${urn}`],
    environmentOf(service),
  );
  expect(code).toBe(0);
  const [id] = service.tenant.templates.keys();
  const spec = { type: "idm:index:VcTemplate", name: "template-2-licences", id, provider: "second" };
  expect(JSON.parse(stdout)).toEqual({ nameTable: { second: urn }, resources: [spec] });
});

test("a collection that cannot be listed is told with a workaround, and the rest is written", async () => {
  const service = await tenantForTest();
  service.faults.add({ kind: "status", status: 405, body: {}, method: "GET", path: /\/roles$/, times: 9 });
  const { code, stdout, stderr } = await run([], environmentOf(service));
  expect(code).toBe(3);
  expect(specsIn(stdout)).toHaveLength(2);
  expect(stderr).toMatch(/Role: not listed\. .*405.*\n.*pulumi import idm:index:Role NAME ID/);
});

test("a refused token is told once, and no request follows it", async () => {
  const service = await tenantForTest();
  const { IDM_CLIENT_ID, IDM_CLIENT_SECRET, ...address } = environmentOf(service);
  const { code, stdout, stderr } = await run([], { ...address, IDM_ACCESS_TOKEN: "expired" });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.match(/401 Unauthorized/g)).toHaveLength(1);
  expect(stderr.match(/ not listed, for the same reason$/gm)).toHaveLength(2);
  expect(stderr).not.toContain("pulumi import");
  expect(service.requests.api).toHaveLength(1);
});

test("an item without an id is a warning that names it, and the others of its type are written", async () => {
  const listedItem = (item: Record<string, unknown>) => {
    const { id, ...rest } = item;
    return item.name === "class" ? rest : item;
  };
  const service = await tenantForTest({ listedItem });
  const { code, stdout, stderr } = await run(["-t", "Role"], environmentOf(service));
  expect(code, stderr).toBe(3);
  expect(specsIn(stdout).map(({ name }) => name)).toEqual(["team-b", "team-a", "team-a-2"]);
  expect(stderr).toMatch(/^warning: Role "class": not listed\. GET \/roles: .*it has no id$/m);
  expect(stderr).toContain("Role: 3, and 1 without a usable id");
});

test.each([
  ["no/such/folder/import.json", /--out .*: the folder .*no\/such\/folder does not exist\. Create it first/],
  [".", /--out \.: it is a folder\. Name a file in it/],
])("--out %s is refused before any request", async (out, message) => {
  const service = await tenantForTest();
  const { code, stderr } = await run(["--out", out], environmentOf(service));
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(service.requests.api).toEqual([]);
});

test("settings may be options, and wrong ones are an error that names them", async () => {
  const service = await tenantForTest();
  const { IDM_BASE_URL, ...rest } = environmentOf(service);
  expect(await run(["--base-url", IDM_BASE_URL, "-t", "idm:index:VcTemplate"], rest)).toMatchObject({
    code: 0,
  });
  const failed = await run([], rest);
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toMatch(/IDM_BASE_URL.*discover reads no stack configuration/s);
});

test("what is missing is named by its option and variable, a credential by its variable", async () => {
  const { stderr } = await run([], {});
  expect(stderr).toMatch(/^- --base-url \(IDM_BASE_URL\): it is not set: .* or in the environment\.$/m);
  expect(stderr).toMatch(
    /^- IDM_ACCESS_TOKEN: it is not set: a bearer token, or --client-id \(IDM_CLIENT_ID\) with IDM_CLIENT_SECRET or IDM_PRIVATE_KEY\. Set it in the environment\./m,
  );
});

/** The types that have a list. */
const listed = Object.values(registry)
  .filter((resource: Resource) => resource.collection?.naturalKey)
  .map(({ type }) => type);

test.each([
  [["--type", "Rol"], new RegExp(`--type Rol: there is no list of it\\. Use ${listed.join(", ")}`)],
  [["--type", "role"], /--type role: upper and lower case matter\. Use Role/],
  [["--client-secret", "s3cret-value"], /--client-secret: a credential is no option.*IDM_CLIENT_SECRET/],
  [["--private-key=s3cret-value"], /IDM_PRIVATE_KEY/],
  [["--provider", "second"], /--provider second: it must be NAME=URN/],
  [["more"], /Unexpected argument 'more'/],
])("wrong arguments %j are refused with exit code 2", async (args, message) => {
  const { code, stdout, stderr } = await run(args, {});
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain("s3cret-value");
});

test("--help names every option and needs no settings", async () => {
  const { code, stdout } = await run(["--help"], {});
  expect(code).toBe(0);
  for (const text of [
    "--type",
    "--match",
    "--out",
    "--base-url",
    "IDM_CLIENT_SECRET",
    "Exit codes",
    "npx pulumi-",
  ])
    expect(stdout).toContain(text);
  expect(stdout).not.toContain("--client-secret");
});

test.each<[string | undefined, string]>([
  ["Équipe A/B", "equipe-a-b"],
  ["管理者", "role"],
  ["42", "role-42"],
  ["import", "import-role"],
  [undefined, "role"],
  ['"quoted" <x>', "quoted-x"],
])("the logical name of %j is %s", (text, name) => {
  expect(new LogicalNames().next(text, "role")).toBe(name);
});

test("names that generators would make one variable are told apart", () => {
  const names = new LogicalNames();
  const roles = ["a-b", "ab", "A.B"].map((text) => names.next(text, "role"));
  expect([...roles, names.next("a b", "domain")]).toEqual(["a-b", "ab-2", "a-b-3", "a-b-domain"]);
});
