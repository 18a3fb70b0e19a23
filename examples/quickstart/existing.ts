import * as pulumi from "@pulumi/pulumi";

/** What the program takes over from the service, as far as it is named. */
interface Existing {
  templateId?: string;
  eventStreamId?: string;
  eventId?: string;
}

/** From the stack's configuration, else from the environment; what is not named is left out, with a line that says so. */
export function existing(): Existing {
  const config = new pulumi.Config();
  const templateId = config.get("templateId") ?? process.env.QUICKSTART_TEMPLATE_ID;
  const eventStreamId = config.get("eventStreamId") ?? process.env.QUICKSTART_EVENT_STREAM_ID;
  const eventId = config.get("eventId") ?? process.env.QUICKSTART_EVENT_ID;
  if (!templateId) {
    pulumi.log.info(
      "No template: name one with `pulumi config set templateId ID` or QUICKSTART_TEMPLATE_ID.",
    );
  }
  if (!eventStreamId || !eventId) {
    pulumi.log.info(
      "No redelivery: name a failed event with `pulumi config set eventStreamId ID` and `pulumi config set eventId ID`, " +
        "or QUICKSTART_EVENT_STREAM_ID and QUICKSTART_EVENT_ID.",
    );
  }
  return { templateId, eventStreamId, eventId };
}
