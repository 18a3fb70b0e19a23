import * as cloudflare from "@pulumi/cloudflare";
import * as pulumi from "@pulumi/pulumi";
import * as idm from "pulumi-idm";

const config = new pulumi.Config();

const login = new idm.CustomDomain("login", {
  domain: config.require("domain"),
  type: "self_managed_certs",
  customClientIpHeader: "cf-connecting-ip",
});

const proof = new cloudflare.DnsRecord("login-proof", {
  zoneId: config.require("zoneId"),
  name: login.verificationRecord.name,
  type: login.verificationRecord.type,
  content: login.verificationRecord.value,
  ttl: 60,
  // With the proxy, Cloudflare answers with addresses instead of the CNAME, so the service would not find it.
  proxied: false,
});

const ready = new idm.CustomDomainVerification("login", {
  customDomainId: login.customDomainId,
  recordFqdns: [proof.name],
});

export const domain = ready.domain;
export const status = ready.status;
