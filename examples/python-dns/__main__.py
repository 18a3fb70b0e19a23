import pulumi
import pulumi_cloudflare as cloudflare
import pulumi_idm as idm

config = pulumi.Config()

login = idm.CustomDomain(
    "login",
    domain=config.require("domain"),
    type=idm.CustomDomainType.SELF_MANAGED_CERTS,
    custom_client_ip_header=idm.CustomDomainCustomClientIpHeader.CF_CONNECTING_IP,
)

proof = cloudflare.DnsRecord(
    "login-proof",
    zone_id=config.require("zoneId"),
    name=login.verification_record.name,
    type=login.verification_record.type,
    content=login.verification_record.value,
    ttl=60,
    # With the proxy, Cloudflare answers with addresses instead of the CNAME, so the service would not find it.
    proxied=False,
)

ready = idm.CustomDomainVerification(
    "login",
    custom_domain_id=login.custom_domain_id,
    record_fqdns=[proof.name],
)

pulumi.export("domain", ready.domain)
pulumi.export("status", ready.status)
