import os

import pulumi
import pulumi_idm as idm

config = pulumi.Config()


def setting(key: str, variable: str) -> str | None:
    """A value of the stack configuration, else of the environment."""
    return config.get(key) or os.environ.get(variable)


zone = setting("zone", "QUICKSTART_ZONE") or "example.com"

# You manage the certificates. The service reads the client's IP address from a header that your proxy sets.
login = idm.CustomDomain(
    "login",
    domain=f"login.{zone}",
    type=idm.CustomDomainType.SELF_MANAGED_CERTS,
    custom_client_ip_header=idm.CustomDomainCustomClientIpHeader.CF_CONNECTING_IP,
    domain_metadata={"environment": "quickstart"},
)

# The service manages the certificates. Passkeys that are created here are valid for the whole zone.
signup = idm.CustomDomain(
    "signup",
    domain=f"signup.{zone}",
    type=idm.CustomDomainType.SERVICE_MANAGED_CERTS,
    tls_policy=idm.CustomDomainTlsPolicy.RECOMMENDED,
    relying_party_identifier=zone,
)

support = idm.Role("support", name="Support", description="Answers questions of customers.")
auditor = idm.Role(
    "auditor",
    name="Auditor",
    description=pulumi.Output.concat("Reads what ", support.name, " did."),
)

template_id = setting("templateId", "QUICKSTART_TEMPLATE_ID")
if template_id:
    idm.VcTemplate(
        "driving-licence",
        template_id=template_id,
        presentation={
            "org.iso.18013.5.1.mDL": {"org.iso.18013.5.1": {"family_name": True, "birth_date": True}},
        },
    )
else:
    pulumi.log.info("No template: set its id with `pulumi config set templateId ID` or QUICKSTART_TEMPLATE_ID.")

event_stream_id = setting("eventStreamId", "QUICKSTART_EVENT_STREAM_ID")
event_id = setting("eventId", "QUICKSTART_EVENT_ID")
if event_stream_id and event_id:
    idm.EventRedelivery("missed-event", event_stream_id=event_stream_id, event_id=event_id)
else:
    pulumi.log.info(
        "No redelivery: set a failed event with `pulumi config set eventStreamId ID` and "
        "`pulumi config set eventId ID`, or QUICKSTART_EVENT_STREAM_ID and QUICKSTART_EVENT_ID."
    )

pulumi.export(
    "verificationRecords",
    {"login": login.verification_records, "signup": signup.verification_records},
)
pulumi.export("roleIds", {"support": support.role_id, "auditor": auditor.role_id})
