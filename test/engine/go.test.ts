import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import { type LanguageSetUp, newLanguageProject, setUpGo, setUpMs } from "./language-project.ts";

let service: Service;
let go: LanguageSetUp;

beforeAll(async () => {
  service = await startService();
  go = await setUpGo();
}, setUpMs);
afterAll(async () => {
  go?.remove();
  await service?.close();
});

function program(viewer: string, description: string): string {
  return `package main

import (
	"example.com/pulumi-idm/sdk/go/idm"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		login, err := idm.NewCustomDomain(ctx, "login", &idm.CustomDomainArgs{
			Domain:         pulumi.String("login.example.com"),
			Type:           idm.CustomDomainTypeServiceManagedCerts,
			TlsPolicy:      idm.CustomDomainTlsPolicyRecommended,
			DomainMetadata: pulumi.StringMap{"cost centre": pulumi.String("12")},
		})
		if err != nil {
			return err
		}
		// Stands for a DNS record: it takes the value of the verification record.
		_, err = idm.NewRole(ctx, "proof", &idm.RoleArgs{
			Name:        pulumi.String("proof"),
			Description: login.VerificationRecord.Value(),
		})
		if err != nil {
			return err
		}
		_, err = idm.NewRole(ctx, "viewer", &idm.RoleArgs{
			Name:        pulumi.String("viewer"),
			Description: pulumi.String("${description}"),
		}, pulumi.Import(pulumi.ID("${viewer}")))
		if err != nil {
			return err
		}
		ctx.Export("record", login.VerificationRecord)
		return nil
	})
}
`;
}

test("a Go program creates, updates, imports and deletes resources", { timeout: setUpMs }, async () => {
  const { tenant } = service;
  const viewer = tenant.addRole({ name: "viewer", description: "reads" });
  const files = { "main.go": program(viewer.id, "reads") };
  const project = await newLanguageProject(go, service, files);
  const roleNamed = (name: string) => [...tenant.roles.values()].find((role) => role.name === name);
  try {
    const up = await project.up();
    expect(up, up.stdout + up.stderr).toMatchObject({ code: 0, changes: { create: 3, import: 1 } });
    const { record } = (await project.outputs()) as { record: Record<string, string> };
    expect(tenant.domainNamed("login.example.com")?.domain_metadata).toEqual({ "cost centre": "12" });
    expect(roleNamed("proof")?.description).toBe(record.value);

    writeFileSync(join(project.folder, "main.go"), program(viewer.id, "reads and writes"));
    const change = await project.up();
    expect(change, change.stdout + change.stderr).toMatchObject({ code: 0, changes: { update: 1 } });
    expect(roleNamed("viewer")).toMatchObject({ id: viewer.id, description: "reads and writes" });
    expect(await project.refresh("--expect-no-changes")).toMatchObject({ code: 0 });

    expect(await project.destroy()).toMatchObject({ code: 0 });
    expect([tenant.roles.size, tenant.domains.size]).toEqual([0, 0]);
  } finally {
    await project.remove();
  }
});
