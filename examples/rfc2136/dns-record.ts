import * as pulumi from "@pulumi/pulumi";
import { lookUp, sendUpdate, type Target } from "./dns-update";

/** Arguments of `DnsRecord`. */
export interface DnsRecordArgs {
  /** IP address of the zone's primary server, with its port if it is not 53. Changing it replaces the record. */
  server: pulumi.Input<string>;
  /** Name of the zone. Changing it replaces the record. */
  zone: pulumi.Input<string>;
  /** TSIG key as `algorithm:name:secret`. Default: unsigned updates, also for an empty string. */
  tsigKey?: pulumi.Input<string | undefined>;
  /** Fully qualified name. Changing it replaces the record. */
  name: pulumi.Input<string>;
  /** Changing it replaces the record. */
  type: pulumi.Input<"CNAME" | "TXT">;
  /** Target of a CNAME, content of a TXT. */
  value: pulumi.Input<string>;
  /** Time to live in seconds. */
  ttl: pulumi.Input<number>;
}

type Inputs = Target & { name: string; type: "CNAME" | "TXT"; value: string; ttl: number };

const provider: pulumi.dynamic.ResourceProvider<Inputs, Inputs> = {
  async create(inputs) {
    await sendUpdate(inputs, [{ add: inputs }]);
    return { id: `${inputs.name}/${inputs.type}`, outs: inputs };
  },

  async diff(_id, old, inputs) {
    const replaces = (["name", "type", "zone", "server"] as const).filter((key) => old[key] !== inputs[key]);
    const changed = (["tsigKey", "value", "ttl"] as const).some((key) => old[key] !== inputs[key]);
    return { changes: changed || replaces.length > 0, replaces };
  },

  /** Sends one message, so that no resolver finds the name without a record. */
  async update(_id, old, inputs) {
    await sendUpdate(inputs, [{ remove: old }, { add: inputs }]);
    return { outs: inputs };
  },

  /** An empty result means that the record is gone. The next `up` creates it again. */
  async read(id, old) {
    if (old === undefined) throw new Error("DnsRecord does not support import");
    const values = await lookUp(old, old);
    return values.includes(old.value) ? { id, props: old } : {};
  },

  async delete(_id, old) {
    await sendUpdate(old, [{ remove: old }]);
  },
};

/** A CNAME or TXT record at a DNS server that accepts RFC 2136 updates. */
export class DnsRecord extends pulumi.dynamic.Resource {
  declare readonly name: pulumi.Output<string>;

  constructor(name: string, args: DnsRecordArgs, opts?: pulumi.CustomResourceOptions) {
    super(provider, name, args, { ...opts, additionalSecretOutputs: ["tsigKey"] }, "rfc2136", "DnsRecord");
  }
}
