import type { Input, Inputs } from "@pulumi/pulumi";
import type { Resource } from "../../provider/lifecycle/resource.ts";
import { type Shape, shapeOf } from "../../provider/lifecycle/shape.ts";
import { verbsOf } from "../../provider/lifecycle/verbs.ts";

/** The names of a resource type that programs depend on: they must never change. */
export interface Contract {
  /** All inputs, with a value each. */
  readonly inputs: Inputs;
  /** Inputs for the provider only: the resource has no such property. */
  readonly providerOnly: readonly string[];
  /** Properties that are not inputs. */
  readonly outputs: readonly string[];
  /** Whether it has a `get`. A redelivery has none, because it cannot be read. */
  readonly hasGet: boolean;
}

/** The contract that follows from the table of a resource. */
export function contractOf(resource: Resource): Contract {
  const { inputs, properties } = resource;
  const names = Object.keys(properties);
  return {
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, { type }]) => [name, sample(shapeOf(type))]),
    ),
    providerOnly: Object.keys(inputs).filter((name) => inputs[name]?.onChange === "none"),
    outputs: names.filter((name) => inputs[name] === undefined),
    hasGet: verbsOf(resource).read !== undefined,
  };
}

/** Any value of this shape. */
function sample(shape: Shape): Input<unknown> {
  switch (shape.kind) {
    case "enum":
      return shape.values[0];
    case "number":
      return 7;
    case "boolean":
      return true;
    case "array":
      return [sample(shape.items)];
    case "list-or-map":
      return ["text", { deep: 7 }];
    case "map":
      return { "a key": sample(shape.values) };
    case "object":
      return Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, sample(field)]));
    default:
      return "text";
  }
}

/** The contracts of released resources, written by hand: a test fails when a table breaks one. */
export const released: Readonly<Record<string, Contract>> = {
  CustomDomain: {
    inputs: {
      domain: "login.example.com",
      type: "self_managed_certs",
      verificationMethod: "txt",
      tlsPolicy: "recommended",
      customClientIpHeader: null,
      domainMetadata: { "cost centre": "4711", Owner: null },
      relyingPartyIdentifier: "example.com",
      adopt: true,
    },
    providerOnly: ["adopt"],
    outputs: [
      "customDomainId",
      "primary",
      "isDefault",
      "status",
      "verification",
      "certificate",
      "verificationRecords",
      "verificationRecord",
    ],
    hasGet: true,
  },
  CustomDomainVerification: {
    inputs: {
      customDomainId: "cd_0123456789abcdef",
      recordFqdns: ["_cf-custom-hostname.login.example.com"],
      timeoutSeconds: 600,
      pollIntervalSeconds: 15,
    },
    providerOnly: ["recordFqdns", "timeoutSeconds", "pollIntervalSeconds"],
    outputs: ["domain", "status", "lastVerifiedAt", "certificate"],
    hasGet: true,
  },
  EventRedelivery: {
    inputs: {
      eventStreamId: "est_0123456789abcdefghijkl",
      eventId: "evt_0123456789abcdefghijkl",
      triggers: { release: "42" },
    },
    providerOnly: [],
    outputs: ["acceptedAt"],
    hasGet: false,
  },
  Role: {
    inputs: { name: "admin", description: "May do anything", adopt: true },
    providerOnly: ["adopt"],
    outputs: ["roleId"],
    hasGet: true,
  },
  VcTemplate: {
    inputs: {
      templateId: "vct_0123456789",
      name: "licence",
      type: "mdl",
      dialect: "simplified/1.0",
      presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { family_name: true } } },
      wellKnownTrustedIssuers: "aamva",
      version: 1,
    },
    providerOnly: [],
    outputs: ["customCertificateAuthority", "createdAt", "updatedAt"],
    hasGet: true,
  },
};
