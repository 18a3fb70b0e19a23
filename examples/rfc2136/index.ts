import * as pulumi from "@pulumi/pulumi";
import * as idm from "pulumi-idm";
import { DnsRecord } from "./dns-record";

const config = new pulumi.Config();

const login = new idm.CustomDomain("login", {
  domain: config.require("domain"),
  type: "service_managed_certs",
});

const proof = new DnsRecord("login-proof", {
  server: config.require("server"),
  zone: config.require("zone"),
  tsigKey: config.getSecret("tsigKey"),
  name: login.verificationRecord.name,
  type: login.verificationRecord.type,
  value: login.verificationRecord.value,
  ttl: 60,
});

const ready = new idm.CustomDomainVerification("login", {
  customDomainId: login.customDomainId,
  recordFqdns: [proof.name],
});

export const domain = ready.domain;
export const status = ready.status;
