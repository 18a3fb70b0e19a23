import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../service/service.ts";
import {
  hasPython,
  type LanguageSetUp,
  newLanguageProject,
  setUpMs,
  setUpPython,
} from "./language-project.ts";

let service: Service;
let other: Service;
let python: LanguageSetUp;

beforeAll(async () => {
  [service, other] = await Promise.all([startService(), startService()]);
  if (hasPython) python = await setUpPython();
}, setUpMs);
afterAll(async () => {
  python?.remove();
  await Promise.all([service?.close(), other?.close()]);
});

const header = "import pulumi\nimport pulumi_idm as idm\n";

/** A program with a domain of each kind, and with everything else that the provider has. */
function program(
  ids: Record<"template" | "stream" | "event" | "viewer", string>,
  description: string,
): string {
  return `${header}
login = idm.CustomDomain("login",
    domain="login.example.com",
    type=idm.CustomDomainType.SELF_MANAGED_CERTS,
    custom_client_ip_header=idm.CustomDomainCustomClientIpHeader.CF_CONNECTING_IP,
    domain_metadata={"cost centre": "12", "camelCase": "stays", "snake_case": "stays"})
signup = idm.CustomDomain("signup",
    domain="signup.example.com",
    type="service_managed_certs",
    tls_policy="recommended")
# Stands for a DNS record: it takes the value of the verification record.
proof = idm.Role("proof", name="proof", description=login.verification_record.value)
admin = idm.Role("admin", name="admin", description="${description}")
idm.VcTemplate("licence",
    template_id="${ids.template}",
    presentation={"org.iso.18013.5.1.mDL": {"org.iso.18013.5.1": {"family_name": True, "birth_date": True}}})
idm.EventRedelivery("missed",
    event_stream_id="${ids.stream}",
    event_id="${ids.event}",
    triggers={"reason": ["outage", 1]})
idm.Role("viewer", name="viewer", description="reads",
    opts=pulumi.ResourceOptions(import_="${ids.viewer}"))
second = idm.Provider("second",
    base_url="${other.baseUrl}",
    auth_url="${other.authUrl}",
    client_id="${other.client.id}",
    client_secret="${other.client.secret}")
idm.Role("there", name="there", opts=pulumi.ResourceOptions(provider=second))
found = idm.Role.get("found", "${ids.viewer}")
pulumi.export("role_id", admin.role_id)
pulumi.export("record", login.verification_record)
pulumi.export("types", signup.verification_records.apply(lambda records: [record.type for record in records]))
pulumi.export("found", found.name)
pulumi.export("looked_up", idm.get_role(name="viewer").role_id)
`;
}

test.skipIf(!hasPython)(
  "a Python program creates, updates, imports and deletes every kind of resource",
  {
    timeout: setUpMs,
  },
  async () => {
    const { tenant } = service;
    const stream = tenant.addEvent();
    const viewer = tenant.addRole({ name: "viewer", description: "reads" });
    const ids = {
      template: tenant.addTemplate().id,
      stream: stream.eventStreamId,
      event: stream.eventId,
      viewer: viewer.id,
    };
    const project = await newLanguageProject(python, service, { "__main__.py": program(ids, "one") });
    const roles = ({ tenant }: Service) => [...tenant.roles.values()];
    try {
      const preview = await project.preview();
      expect(preview, preview.stdout + preview.stderr).toMatchObject({
        code: 0,
        changes: { create: 9, import: 1 },
      });
      expect(roles(service)).toHaveLength(1);

      const up = await project.up();
      expect(up, up.stdout + up.stderr).toMatchObject({ code: 0 });
      const outputs = await project.outputs();
      const admin = roles(service).find(({ name }) => name === "admin");
      const login = [...tenant.domains.values()].find(({ domain }) => domain === "login.example.com");
      expect(outputs).toMatchObject({ role_id: admin?.id, found: "viewer", looked_up: viewer.id });
      expect(login?.domain_metadata).toEqual({
        "cost centre": "12",
        camelCase: "stays",
        snake_case: "stays",
      });
      const { value } = outputs.record as { value: string };
      expect(roles(service).find(({ name }) => name === "proof")?.description).toBe(value);
      expect(tenant.redeliveries).toHaveLength(1);
      expect(roles(other).map(({ name }) => name)).toEqual(["there"]);

      writeFileSync(join(project.folder, "__main__.py"), program(ids, "two"));
      const change = await project.up();
      expect(change, change.stdout + change.stderr).toMatchObject({ code: 0, changes: { update: 1 } });
      expect(tenant.roles.get(admin?.id ?? "")).toMatchObject({ description: "two" });
      expect(await project.refresh("--expect-no-changes")).toMatchObject({ code: 0 });

      expect(await project.destroy()).toMatchObject({ code: 0 });
      expect([roles(service), roles(other), [...tenant.domains.values()]]).toEqual([[], [], []]);
    } finally {
      await project.remove();
    }
  },
);
