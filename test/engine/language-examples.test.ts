// The DNS examples in Python and Go, whose DNS providers are in a cloud, and the first programs of the guide: under
// mocks, or compiled.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../../scripts/before-install/run.mjs";
import { blockOf } from "../../scripts/docs/document.ts";
import { installOnce, pythonEnvironment } from "../../scripts/languages/python.ts";
import { goOptions, hasPython, languagesForTests, setUpMs } from "./language-project.ts";
import { runPython } from "./python-mocks.ts";

const examples = join(checkout, "examples");
const languages = languagesForTests();

test.skipIf(!hasPython)(
  "the Python example creates the record with a DnsRecord of Cloudflare",
  {
    timeout: setUpMs,
  },
  async () => {
    const packages = await installOnce(await pythonEnvironment(), ["pulumi-cloudflare==6.23.1"]);
    const env = languages.python.environment(process.env);
    const { declared } = runPython(
      { ...env, PYTHONPATH: [env.PYTHONPATH, packages].join(delimiter) },
      {
        program: readFileSync(join(examples, "python-dns/__main__.py"), "utf8"),
        config: { domain: "login.example.com", zoneId: "zone-1" },
      },
    );
    expect(declared["cloudflare:index/dnsRecord:DnsRecord login-proof"]?.inputs).toMatchObject({
      zoneId: "zone-1",
      name: "name of the record",
      type: "TXT",
      content: "value of the record",
      proxied: false,
    });
    expect(declared["idm:index:CustomDomainVerification login"]?.inputs).toEqual({
      customDomainId: "id of the domain",
      recordFqdns: ["name of the record"],
    });
  },
);

/** The part of Route 53's Go package that the example uses. The real one cannot be had on every machine. */
const route53 = `package route53

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

type RecordArgs struct {
	ZoneId, Name, Type pulumi.StringInput
	Records            pulumi.StringArrayInput
	Ttl                pulumi.IntPtrInput
}

type Record struct{ Fqdn pulumi.StringOutput }

func NewRecord(*pulumi.Context, string, *RecordArgs, ...pulumi.ResourceOption) (*Record, error) {
	return nil, nil
}
`;

test("the Go example compiles against a stand-in for the package of Route 53", { timeout: setUpMs }, () => {
  const options = goOptions(languages.go);
  const aws = join(languages.go.folder, "aws");
  mkdirSync(join(aws, "go/aws/route53"), { recursive: true });
  writeFileSync(join(aws, "go.mod"), "module github.com/pulumi/pulumi-aws/sdk/v7\n\ngo 1.25\n");
  writeFileSync(join(aws, "go/aws/route53/route53.go"), route53);
  cpSync(join(examples, "go-dns/main.go"), join(languages.go.folder, "example/main.go"));
  const module = "github.com/pulumi/pulumi-aws/sdk/v7";
  execFileSync("go", ["mod", "edit", `-require=${module}@v7.48.0`, `-replace=${module}=${aws}`], options);
  expect(execFileSync("gofmt", ["-l", "example"], options)).toBe("");
  // Compiles without linking.
  execFileSync("go", ["list", "-export", "./example"], options);
});

test.skipIf(!hasPython)(
  "the first programs of the guide run in Python and compile in Go",
  { timeout: setUpMs },
  () => {
    const page = "docs/guides/first-steps.md";
    const env = languages.python.environment(process.env);
    const { declared } = runPython(env, { program: blockOf(page, "python") });
    expect(Object.keys(declared).sort()).toEqual(["idm:index:CustomDomain login", "idm:index:Role support"]);
    const cwd = languages.go.folder;
    const options = { cwd, env: languages.go.environment(process.env), stdio: "pipe" } as const;
    mkdirSync(join(cwd, "first"));
    writeFileSync(join(cwd, "first/main.go"), blockOf(page, "go"));
    expect(execFileSync("gofmt", ["-l", "first"], { ...options, encoding: "utf8" })).toBe("");
    execFileSync("go", ["list", "-export", "./first"], options);
  },
);
