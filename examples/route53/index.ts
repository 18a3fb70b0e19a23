// Import only this service of @pulumi/aws: the program starts faster, and so does its type check.
import * as route53 from "@pulumi/aws/route53";
import * as pulumi from "@pulumi/pulumi";
import * as idm from "pulumi-idm";

const config = new pulumi.Config();

const login = new idm.CustomDomain("login", {
  domain: config.require("domain"),
  type: "service_managed_certs",
});

const proof = new route53.Record("login-proof", {
  zoneId: config.require("zoneId"),
  name: login.verificationRecord.name,
  type: login.verificationRecord.type,
  records: [login.verificationRecord.value],
  ttl: 60,
});

const ready = new idm.CustomDomainVerification("login", {
  customDomainId: login.customDomainId,
  recordFqdns: [proof.fqdn],
});

export const domain = ready.domain;
export const status = ready.status;
