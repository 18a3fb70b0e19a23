// Written by `npm run generate` from the tables in provider/resources: edit those.
import type * as pulumi from "@pulumi/pulumi";
import { IdmResource } from "../resource.ts";

/** The arguments of `EventRedelivery`. */
export interface EventRedeliveryArgs {
  /** Id of the event stream. Exactly 26 characters. Changing it replaces the resource. */
  eventStreamId: pulumi.Input<string>;
  /** Id of the failed event. Exactly 26 characters. Changing it replaces the resource. */
  eventId: pulumi.Input<string>;
  /**
   * Any strings of your own. When one changes, the event is redelivered again. Default: none. Changing it
   * replaces the resource.
   */
  triggers?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
}

/**
 * Redelivers one failed event of an event stream: when the resource is created, and again when an input
 * changes. Refresh and destroy send nothing.
 */
export class EventRedelivery extends IdmResource {
  /** Id of the event stream. Exactly 26 characters. */
  declare readonly eventStreamId: pulumi.Output<string>;
  /** Id of the failed event. Exactly 26 characters. */
  declare readonly eventId: pulumi.Output<string>;
  /** Any strings of your own. When one changes, the event is redelivered again. */
  declare readonly triggers: pulumi.Output<Record<string, string> | undefined>;
  /**
   * When the service accepted the redelivery: ISO 8601 date and time, by this machine's clock. Missing when the
   * provider does not know whether the service accepted it.
   */
  declare readonly acceptedAt: pulumi.Output<string>;

  /** `name` is the name of the resource in the program. */
  constructor(name: string, args: EventRedeliveryArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      {
        type: "EventRedelivery",
        outputs: ["eventStreamId", "eventId", "triggers", "acceptedAt"],
        secrets: [],
      },
      name,
      args,
      opts,
    );
  }
}
