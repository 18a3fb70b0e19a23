// What each tenant has. Every stack of this project is one tenant.
import * as pulumi from "@pulumi/pulumi";
import * as idm from "pulumi-idm";

const config = new pulumi.Config();

const login = new idm.CustomDomain("login", {
  domain: config.require("domain"),
  type: "self_managed_certs",
  customClientIpHeader: "cf-connecting-ip",
});

new idm.Role("support", { name: "Support", description: "Answers questions of customers." });
new idm.Role("auditor", { name: "Auditor", description: "Reads what Support did." });

export const verificationRecord = login.verificationRecord;
