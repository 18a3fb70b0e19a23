// Compiled, not run, like types.check.ts: which inputs go together.
import * as pulumi from "@pulumi/pulumi";
import { CustomDomain, type CustomDomainArgs, VcTemplate, type VcTemplateArgs } from "../../sdk/index.ts";

const domain = "login.example.com";
const selfManaged = { domain, type: "self_managed_certs" } as const;
const serviceManaged = { domain, type: "service_managed_certs" } as const;
const header = "cf-connecting-ip";

declare const anyType: "self_managed_certs" | "service_managed_certs";
declare const inputOfAnyType: pulumi.Input<typeof anyType>;
declare const eitherInput: pulumi.Input<"self_managed_certs"> | pulumi.Input<"service_managed_certs">;
declare const maybePolicy: pulumi.Input<"recommended"> | undefined;
declare const maybeHeader: pulumi.Input<typeof header> | undefined;

// Each type of domain takes its own input, whether the value is known, an output or a promise.
new CustomDomain("a", { ...selfManaged, customClientIpHeader: header });
new CustomDomain("a", { ...selfManaged, customClientIpHeader: "" });
new CustomDomain("a", { ...selfManaged, customClientIpHeader: null });
new CustomDomain("a", { ...selfManaged, customClientIpHeader: maybeHeader });
new CustomDomain("a", { ...serviceManaged, tlsPolicy: "recommended" });
new CustomDomain("a", { ...serviceManaged, tlsPolicy: maybePolicy });
new CustomDomain("a", {
  domain: pulumi.output(domain),
  type: pulumi.output("self_managed_certs" as const),
  verificationMethod: pulumi.output("txt" as const),
  customClientIpHeader: pulumi.output("cf-connecting-ip" as const),
  domainMetadata: pulumi.output({ owner: "platform" }),
  relyingPartyIdentifier: pulumi.output("example.com"),
  adopt: pulumi.output(true),
});
new CustomDomain("a", {
  domain: pulumi.output(domain),
  type: Promise.resolve("service_managed_certs" as const),
  tlsPolicy: pulumi.secret("recommended" as const),
});

// A type that the compiler does not know goes with neither input.
new CustomDomain("a", { domain, type: anyType });
new CustomDomain("a", { domain, type: pulumi.output(anyType) });
new CustomDomain("a", { domain, type: Promise.resolve(anyType) });
new CustomDomain("a", { domain, type: inputOfAnyType });
new CustomDomain("a", { domain, type: eitherInput });
declare const passedOn: Pick<CustomDomainArgs, "domain" | "type" | "domainMetadata">;
new CustomDomain("a", passedOn);
declare const whole: CustomDomainArgs;
new CustomDomain("a", { ...whole, relyingPartyIdentifier: "example.com" });

// An input that is explicitly undefined is not set.
new CustomDomain("a", { ...selfManaged, tlsPolicy: undefined, domainMetadata: undefined });
new CustomDomain("a", { ...serviceManaged, customClientIpHeader: undefined, adopt: undefined });
new CustomDomain("a", { domain, type: anyType, tlsPolicy: undefined, customClientIpHeader: undefined });

// @ts-expect-error a self-managed domain has no tlsPolicy
new CustomDomain("a", { ...selfManaged, tlsPolicy: "recommended" });
// @ts-expect-error a self-managed domain has no tlsPolicy, beside a header neither
new CustomDomain("a", { ...selfManaged, customClientIpHeader: header, tlsPolicy: "recommended" });
// @ts-expect-error a self-managed domain has no tlsPolicy as an output
new CustomDomain("a", { ...selfManaged, tlsPolicy: pulumi.output("recommended" as const) });
// @ts-expect-error a self-managed domain has no tlsPolicy that may be set
new CustomDomain("a", { ...selfManaged, tlsPolicy: maybePolicy });
// @ts-expect-error a service-managed domain has no header
new CustomDomain("a", { ...serviceManaged, customClientIpHeader: header });
// @ts-expect-error a service-managed domain has no header, null neither
new CustomDomain("a", { ...serviceManaged, customClientIpHeader: null });
// @ts-expect-error a service-managed domain has no header, the empty string neither
new CustomDomain("a", { ...serviceManaged, customClientIpHeader: "" });
// @ts-expect-error a service-managed domain has no header as an output
new CustomDomain("a", { ...serviceManaged, customClientIpHeader: pulumi.output(null) });
// @ts-expect-error the value of an output decides too
new CustomDomain("a", {
  domain,
  type: pulumi.output("self_managed_certs" as const),
  tlsPolicy: "recommended",
});
// @ts-expect-error an unknown type goes with no tlsPolicy
new CustomDomain("a", { domain, type: anyType, tlsPolicy: "recommended" });
// @ts-expect-error an unknown type goes with no header
new CustomDomain("a", { domain, type: pulumi.output(anyType), customClientIpHeader: null });
// @ts-expect-error the sentence that the compiler shows is no value
new CustomDomain("a", { ...selfManaged, tlsPolicy: "must not be set when type is self_managed_certs" });

const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } };
const wellKnownTrustedIssuers = "aamva";
const dialect = "simplified/1.0";
const complete = { name: "licence", type: "mdl", dialect, presentation, wellKnownTrustedIssuers } as const;
declare const maybeId: string | undefined;

// An existing template has its id and any of the fields.
new VcTemplate("a", { templateId: "vct_1" });
new VcTemplate("a", { templateId: "vct_1", name: "licence" });
new VcTemplate("a", { templateId: pulumi.output("vct_1"), dialect, presentation });
new VcTemplate("a", { templateId: "vct_1", name: undefined, version: undefined });
new VcTemplate("a", { ...complete, templateId: "vct_1", version: 2 });

// A new template has all five fields.
new VcTemplate("a", complete);
new VcTemplate("a", { ...complete, version: 2 });
new VcTemplate("a", { ...complete, templateId: undefined, version: undefined });
new VcTemplate("a", { ...complete, templateId: maybeId });
new VcTemplate("a", {
  name: pulumi.output("licence"),
  type: Promise.resolve("mdl"),
  dialect: pulumi.output("simplified/1.0" as const),
  presentation: pulumi.output(presentation),
  wellKnownTrustedIssuers: pulumi.output("aamva" as const),
  version: pulumi.output(1),
});
declare const anyTemplate: VcTemplateArgs;
new VcTemplate("a", { ...anyTemplate, version: 3 });

// @ts-expect-error a new template needs five fields
new VcTemplate("a", {});
// @ts-expect-error a new template needs a name
new VcTemplate("a", { type: "mdl", dialect, presentation, wellKnownTrustedIssuers });
// @ts-expect-error a new template needs a type
new VcTemplate("a", { name: "licence", dialect, presentation, wellKnownTrustedIssuers });
// @ts-expect-error a new template needs a dialect
new VcTemplate("a", { name: "licence", type: "mdl", presentation, wellKnownTrustedIssuers });
// @ts-expect-error a new template needs a presentation
new VcTemplate("a", { name: "licence", type: "mdl", dialect, wellKnownTrustedIssuers });
// @ts-expect-error a new template needs trusted issuers
new VcTemplate("a", { name: "licence", type: "mdl", dialect, presentation });
// @ts-expect-error a field that is undefined is missing
new VcTemplate("a", { ...complete, name: undefined });
// @ts-expect-error a templateId that may be undefined may be that of a new template
new VcTemplate("a", { templateId: maybeId, name: "licence" });
