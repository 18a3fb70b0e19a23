import * as pulumi from "@pulumi/pulumi";

/** Ids of what exists at the service; undefined when not configured. */
interface Existing {
  templateId?: string;
  eventStreamId?: string;
  eventId?: string;
}

/** Reads the ids from the stack configuration, then from the environment. Logs how to set an id that is missing. */
export function existing(): Existing {
  const config = new pulumi.Config();
  const templateId = config.get("templateId") ?? process.env.QUICKSTART_TEMPLATE_ID;
  const eventStreamId = config.get("eventStreamId") ?? process.env.QUICKSTART_EVENT_STREAM_ID;
  const eventId = config.get("eventId") ?? process.env.QUICKSTART_EVENT_ID;
  if (!templateId) {
    pulumi.log.info(
      "No template: set its id with `pulumi config set templateId ID` or QUICKSTART_TEMPLATE_ID.",
    );
  }
  if (!eventStreamId || !eventId) {
    pulumi.log.info(
      "No redelivery: set a failed event with `pulumi config set eventStreamId ID` and `pulumi config set eventId ID`, " +
        "or QUICKSTART_EVENT_STREAM_ID and QUICKSTART_EVENT_ID.",
    );
  }
  return { templateId, eventStreamId, eventId };
}
