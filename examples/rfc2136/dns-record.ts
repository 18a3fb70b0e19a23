import * as pulumi from "@pulumi/pulumi";
import { lookUp, sendUpdate, type Target } from "./dns-update";

/** One CNAME or TXT record at a server that takes RFC 2136 updates. */
export interface DnsRecordArgs {
  /** Address of the zone's primary server, with its port if it is not 53. */
  server: pulumi.Input<string>;
  zone: pulumi.Input<string>;
  /** `algorithm:name:secret`; empty or left out means unsigned updates. */
  tsigKey?: pulumi.Input<string | undefined>;
  /** Fully qualified. Changing it replaces the record, as changing type, zone or server does. */
  name: pulumi.Input<string>;
  type: pulumi.Input<"CNAME" | "TXT">;
  value: pulumi.Input<string>;
  /** Seconds. */
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

  /** One message, so that no resolver finds the name without a record. */
  async update(_id, old, inputs) {
    await sendUpdate(inputs, [{ remove: old }, { add: inputs }]);
    return { outs: inputs };
  },

  /** An answer without an id tells the engine that the record is gone, so that the next `up` makes it anew. */
  async read(id, old) {
    if (old === undefined) throw new Error("A DnsRecord cannot be imported");
    const values = await lookUp(old, old);
    return values.includes(old.value) ? { id, props: old } : {};
  },

  async delete(_id, old) {
    await sendUpdate(old, [{ remove: old }]);
  },
};

export class DnsRecord extends pulumi.dynamic.Resource {
  declare readonly name: pulumi.Output<string>;

  constructor(name: string, args: DnsRecordArgs, opts?: pulumi.CustomResourceOptions) {
    super(provider, name, args, { ...opts, additionalSecretOutputs: ["tsigKey"] }, "rfc2136", "DnsRecord");
  }
}
