// Compiled, not run: `npm run check` is the test. It compiles this file without and with exactOptionalPropertyTypes.
// An @ts-expect-error is an error itself when the next line compiles.
import * as pulumi from "@pulumi/pulumi";
import { expectTypeOf } from "vitest";
import * as idm from "../../sdk/index.ts";

const domain = new idm.CustomDomain("login", { domain: "login.example.com", type: "self_managed_certs" });

expectTypeOf(domain.id).toEqualTypeOf<pulumi.Output<string>>();
expectTypeOf(domain.customDomainId).toEqualTypeOf<pulumi.Output<string>>();
expectTypeOf(domain.primary).toEqualTypeOf<pulumi.Output<boolean | undefined>>();
expectTypeOf(domain.verificationRecord).toEqualTypeOf<pulumi.Output<idm.VerificationRecord>>();
expectTypeOf(domain.verificationRecord.name).toEqualTypeOf<pulumi.Output<string>>();
expectTypeOf(domain.verificationRecord.type).toEqualTypeOf<pulumi.Output<"CNAME" | "TXT">>();
expectTypeOf(domain.verificationRecords).toEqualTypeOf<pulumi.Output<idm.VerificationRecord[]>>();
expectTypeOf(domain.domainMetadata).toEqualTypeOf<pulumi.Output<Record<string, string | null> | undefined>>();
expectTypeOf(idm.CustomDomain.get("old", "cd_1")).toEqualTypeOf<idm.CustomDomain>();
expectTypeOf(idm.Role.get("old", pulumi.output("rol_1")).roleId).toEqualTypeOf<pulumi.Output<string>>();

declare const redelivery: idm.EventRedelivery;
expectTypeOf(redelivery.acceptedAt).toEqualTypeOf<pulumi.Output<string | undefined>>();
expectTypeOf(redelivery.triggers).toEqualTypeOf<
  pulumi.Output<unknown[] | Record<string, unknown> | undefined>
>();
const event = { eventStreamId: "est_1", eventId: "evt_1" };
new idm.EventRedelivery("listed", { ...event, triggers: [1, domain.id, { deep: [domain.status] }] });
new idm.EventRedelivery("mapped", { ...event, triggers: { count: 1, domain: domain.id, deep: { a: null } } });
// @ts-expect-error triggers are a list or a map
new idm.EventRedelivery("bare", { ...event, triggers: "again" });

// Outputs of one resource are inputs of the next, at any depth.
new idm.Role("chained", { name: domain.domain, description: pulumi.interpolate`of ${domain.id}` });
new idm.CustomDomain("deep", {
  domain: pulumi.secret("login.example.com"),
  type: "self_managed_certs",
  customClientIpHeader: null,
  domainMetadata: { owner: domain.id, nobody: null },
});

const selfManaged = { domain: "login.example.com", type: "self_managed_certs" } as const;
const existing = { templateId: "vct_1" };

// @ts-expect-error name is required
new idm.Role("nameless", {});
// @ts-expect-error arguments are required
new idm.Role("nothing");
// @ts-expect-error a role has no such input
new idm.Role("unknown", { name: "admin", permissions: [] });
// @ts-expect-error a name is a string
new idm.Role("numeric", { name: 7 });
// @ts-expect-error type is required
new idm.CustomDomain("typeless", { domain: "login.example.com" });
// @ts-expect-error no type has this name
new idm.CustomDomain("odd-type", { domain: "login.example.com", type: "no_certs" });
// @ts-expect-error no header has this name
new idm.CustomDomain("odd-header", { ...selfManaged, customClientIpHeader: "via" });
// @ts-expect-error metadata values are strings or null
new idm.CustomDomain("odd-metadata", { ...selfManaged, domainMetadata: { a: 1 } });
// @ts-expect-error inputs are camelCase
new idm.CustomDomain("snake", { domain: "a.b", type: "service_managed_certs", tls_policy: "recommended" });
// @ts-expect-error outputs cannot be set
new idm.CustomDomain("forward", { domain: "a.b", type: "service_managed_certs", status: "ready" });
// @ts-expect-error attributes are true or false
new idm.VcTemplate("odd", { ...existing, presentation: { mdl: { ns: { portrait: "yes" } } } });
// @ts-expect-error there is one dialect
new idm.VcTemplate("odd-dialect", { ...existing, dialect: "simplified/2.0" });
// @ts-expect-error redeliveries cannot be read
idm.EventRedelivery.get("old", "evt_1");
