import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { checkout } from "../../scripts/before-install/run.mjs";
import type { NewDomain } from "../service/records.ts";
import { type Service, startService } from "../service/service.ts";
import { type Bind, startBind } from "../verification/dns/bind.ts";
import { newProject, type Project } from "./harness.ts";

/** The zone that the BIND of a scene serves. */
export const zone = "example.test";

/** A service that verifies domains with a real BIND, and projects whose programs create records there. */
export interface DnsScene {
  readonly service: Service;
  readonly bind: Bind;
  /** Creates a project whose program can require the DNS resource of `examples/rfc2136`. */
  project(program: string): Promise<Project>;
  stop(): Promise<void>;
}

/** Starts BIND and the service. `stop` ends both and removes the projects. */
export async function startDnsScene(): Promise<DnsScene> {
  const bind = await startBind({ zones: [{ name: zone }] });
  const service = await startService({ dnsServers: [bind.address], recheckOnRead: true, verifyLimit: 1000 });
  const projects: Project[] = [];
  return {
    service,
    bind,
    async project(program) {
      const project = await newProject(service, program, { env: { IDM_DNS_SERVERS: bind.address } });
      projects.push(project);
      for (const name of ["dns-record", "dns-update"])
        writeFileSync(join(project.folder, `${name}.js`), exampleSource(name));
      return project;
    },
    async stop() {
      await Promise.all(projects.map((project) => project.remove()));
      await service.close();
      await bind.stop();
    },
  };
}

/** A file of `examples/rfc2136`, compiled to CommonJS as its own tsconfig.json does. */
export function exampleSource(name: string): string {
  const source = readFileSync(join(checkout, "examples", "rfc2136", `${name}.ts`), "utf8");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

/** A domain, its record in BIND, and the wait until it is ready. */
export interface DomainChain {
  readonly type: NewDomain["type"];
  /** Content of the record; default the one that the service asks for. With null the program creates no record. */
  readonly value?: string | null;
  readonly timeoutSeconds?: number;
}

/** A program with one chain for each label. Its outputs are status and certificate by label. */
export function chains({ address }: Bind, byLabel: Record<string, DomainChain>): string {
  return `
const idm = require("pulumi-idm");
const { DnsRecord } = require("./dns-record");
for (const [label, { type, value, timeoutSeconds }] of Object.entries(${JSON.stringify(byLabel)})) {
  const domain = new idm.CustomDomain(label, { domain: label + ".${zone}", type });
  const right = domain.verificationRecord;
  const proof = value === null ? [] : [new DnsRecord(label + "-proof", {
    server: "${address}", zone: "${zone}", ttl: 60, name: right.name, type: right.type, value: value ?? right.value,
  })];
  const { status, certificate } = new idm.CustomDomainVerification(label + "-ready", {
    customDomainId: domain.customDomainId, recordFqdns: proof.map(({ name }) => name),
    timeoutSeconds, pollIntervalSeconds: 1,
  });
  exports[label] = { status, certificate };
}
`;
}
