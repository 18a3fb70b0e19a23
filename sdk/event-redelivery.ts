import type * as pulumi from "@pulumi/pulumi";
import { resourceOf } from "./resource.ts";
import { type EventRedeliveryArgs, type EventRedeliveryOutputs, eventRedeliveryOutputs } from "./types.ts";

/**
 * The redelivery of one failed event of an event stream (interface section 4.4): sent when it is created, and again when an input changes.
 * Refresh and destroy send nothing.
 */
export class EventRedelivery extends resourceOf<EventRedeliveryOutputs>("EventRedelivery") {
  constructor(name: string, args: EventRedeliveryArgs, opts?: pulumi.CustomResourceOptions) {
    super(name, args, eventRedeliveryOutputs, opts);
  }
}
