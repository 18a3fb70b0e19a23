// Runs an example under Pulumi's mocks, in a process of its own: `run-under-mocks.ts FOLDER CONFIG ENTRY`, with the
// folder of `prepare`, the configuration as JSON and the program's file in the folder. Sends the registered resources
// and the exports to the parent process.
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Pulumi from "@pulumi/pulumi";
import type { DeclaredResource, ExampleRun } from "./declared.ts";

const [folder = "", config = "{}", entry = ""] = process.argv.slice(2);
const program = join(folder, entry);
// The copy that the program loads: mocks of another copy have no effect there.
const load = createRequire(program);
const pulumi: typeof Pulumi = load("@pulumi/pulumi");
const declared: DeclaredResource[] = [];

/** Outputs by type. Other resources have their inputs as outputs. */
const record = { name: "_proof.login.example.com", type: "TXT", value: "proof of login" };
const answers: Record<string, Record<string, unknown>> = {
  CustomDomain: { customDomainId: "cd_1", verificationRecords: [record], verificationRecord: record },
  CustomDomainVerification: { domain: "login.example.com", status: "ready" },
  "aws:route53/record:Record": { fqdn: "fqdn-of-route53" },
};

await pulumi.runtime.setMocks({
  newResource({ type, name, inputs }) {
    declared.push({ type, name, inputs });
    return { id: `${name}-id`, state: { ...inputs, ...answers[type.replace(/^.*idm:/, "")] } };
  },
  call: ({ token }) => {
    throw new Error(`no call expected, got ${token}`);
  },
});
for (const [key, value] of Object.entries(JSON.parse(config)))
  pulumi.runtime.setConfig(`project:${key}`, String(value));

// An ES module may await, so that it cannot be required.
const exports = program.endsWith(".ts") ? await import(program) : load(program);
const exported = await settled(pulumi.output({ ...exports }));
// Resources that no export depends on.
await pulumi.runtime.disconnect();
const result: ExampleRun = { declared, exported: exported as Record<string, unknown> };
process.send?.(result, () => process.disconnect());

function settled<T>(output: Pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}
