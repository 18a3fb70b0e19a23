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
   * A list or a map of any values of your own. When one changes, the event is redelivered again. A value that a
   * preview does not know yet is no change: the preview shows an update, and `up` compares the value itself.
   * Default: none. Changing it replaces the resource.
   */
  triggers?: pulumi.Input<unknown[] | Record<string, unknown>> | undefined;
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
  /**
   * A list or a map of any values of your own. When one changes, the event is redelivered again. A value that a
   * preview does not know yet is no change: the preview shows an update, and `up` compares the value itself.
   */
  declare readonly triggers: pulumi.Output<unknown[] | Record<string, unknown> | undefined>;
  /**
   * When the service accepted the redelivery: ISO 8601 date and time, by this machine's clock. Missing when the
   * provider does not know whether the service accepted it.
   */
  declare readonly acceptedAt: pulumi.Output<string | undefined>;

  /** `name` is the name of the resource in the program. */
  constructor(name: string, args: EventRedeliveryArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      {
        type: "EventRedelivery",
        outputs: ["eventStreamId", "eventId", "triggers", "acceptedAt"],
        secrets: [],
        insteadOfImport: "It creates nothing at the service that could be imported: declare it.",
      },
      name,
      args,
      opts,
    );
  }
}
