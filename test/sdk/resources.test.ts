import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, test } from "vitest";
import * as provider from "../../provider/index.ts";
import * as sdk from "../../sdk/index.ts";
import { type Contract, contracts } from "./contract.ts";
import { mockEngine, registration, resolved } from "./registered.ts";

type AnyResource = pulumi.CustomResource & Record<string, unknown>;
type ResourceClass = {
  new (name: string, args: pulumi.Inputs, opts?: pulumi.CustomResourceOptions): AnyResource;
  get?(name: string, id: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): AnyResource;
};

const classes = Object.entries(sdk).filter(([name]) => /^[A-Z]/.test(name)) as unknown as [
  string,
  ResourceClass,
][];

const unknown: Contract = { inputs: {}, outputs: [], readable: false };

beforeAll(() => mockEngine());

test("sdk and provider offer the same resource types, each with a contract here", () => {
  const names = classes.map(([name]) => name);
  expect(Object.keys(provider)).toEqual(names);
  expect(Object.keys(contracts)).toEqual(expect.arrayContaining(names));
});

describe.each(classes)("%s", (type, Resource) => {
  const { inputs, steering = [], outputs, readable } = contracts[type] ?? unknown;

  test("registers under its token with the inputs as they are given", async () => {
    const {
      type: token,
      inputs: seen,
      custom,
    } = await registration(new Resource(`as-given-${type}`, inputs));
    const { __provider, ...given } = seen;
    expect(token).toBe(`pulumi-nodejs:dynamic/idm:${type}`);
    expect(custom).toBe(true);
    expect(given).toEqual(inputs);
  });

  test("inputs may be outputs of other resources", async () => {
    const pending = Object.fromEntries(
      Object.entries(inputs).map(([key, value]) => [key, pulumi.output(value)]),
    );
    const { inputs: seen } = await registration(new Resource(`pending-${type}`, pending));
    expect(seen).toMatchObject(inputs);
  });

  test("every property is an output before the engine has answered", () => {
    const resource = new Resource(`unresolved-${type}`, { ...inputs });
    for (const property of [...Object.keys(inputs), ...outputs])
      expect(pulumi.Output.isInstance(resource[property]), property).toBe(true);
  });

  test("outputs are there although the program sets no optional input", () => {
    const resource = new Resource(`bare-${type}`, {});
    const always = [...Object.keys(inputs).filter((key) => !steering.includes(key)), ...outputs];
    for (const property of always) expect(pulumi.Output.isInstance(resource[property]), property).toBe(true);
  });

  test.runIf(readable)("get reads by id, keeps the options, and sets no input", async () => {
    const resource = Resource.get?.(`read-${type}`, pulumi.output("some-id"), { protect: true });
    expect(resource).toBeInstanceOf(Resource);
    if (!resource) return;
    const { id, type: token, inputs: seen } = await registration(resource);
    expect(id).toBe("some-id");
    expect(token).toBe(`pulumi-nodejs:dynamic/idm:${type}`);
    expect(Object.keys(seen)).toEqual(["__provider"]);
    expect(await resolved(resource.id)).toBe("some-id");
  });

  test.runIf(!readable)("has no get, because it cannot be read", () => {
    expect(Resource.get).toBeUndefined();
  });
});

test("outputs that the engine answers reach the program", async () => {
  await mockEngine({ roleId: "rol_1" });
  expect(await resolved(new sdk.Role("answered", { name: "admin" }).roleId)).toBe("rol_1");
});
