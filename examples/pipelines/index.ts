import * as pulumi from "@pulumi/pulumi";
import * as idm from "pulumi-idm";

const config = new pulumi.Config();

const login = new idm.CustomDomain(
  "login",
  { domain: config.require("domain"), type: "self_managed_certs", customClientIpHeader: "cf-connecting-ip" },
  { protect: true },
);

new idm.Role("support", { name: "Support", description: "Answers questions of customers." });

export const record = login.verificationRecord;
