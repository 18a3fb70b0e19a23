import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, test } from "vitest";
import * as registry from "../../provider/index.ts";
import * as sdk from "../../sdk/index.ts";
import { contractOf, released } from "./contract.ts";
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

beforeAll(() => mockEngine());

test("the SDK has a class for each resource of the registry", () => {
  const types = Object.values(registry).map(({ type }) => type);
  expect(classes.map(([name]) => name)).toEqual(types);
});

test("no name of a released resource has changed", () => {
  const now = Object.values(registry).map((resource) => [resource.type, contractOf(resource)] as const);
  for (const [type, { inputs, ...contract }] of Object.entries(released)) {
    const found = Object.fromEntries(now)[type];
    expect(found, type).toMatchObject(contract);
    expect(Object.keys(found?.inputs ?? {}), type).toEqual(Object.keys(inputs));
  }
});

describe.each(classes)("%s", (type, Resource) => {
  const resource = Object.values(registry).find((one) => one.type === type);
  if (!resource) return;
  const { inputs, providerOnly, outputs, hasGet } = contractOf(resource);

  test("the class registers its type token and the inputs as they are", async () => {
    const {
      type: token,
      inputs: seen,
      custom,
    } = await registration(new Resource(`as-given-${type}`, inputs));
    const { __resource } = seen;
    const given = Object.fromEntries(Object.entries(seen).filter(([key]) => !key.startsWith("__")));
    expect(token).toBe(`pulumi-nodejs:dynamic/idm:${type}`);
    expect(custom).toBe(true);
    expect(given).toEqual(inputs);
    expect(__resource).toMatch(
      new RegExp(`/urn:pulumi:stack::project::pulumi-nodejs:dynamic/idm:${type}::as-given-${type}$`),
    );
  });

  test("inputs may be outputs of other resources", async () => {
    const pending = Object.fromEntries(
      Object.entries(inputs).map(([key, value]) => [key, pulumi.output(value)]),
    );
    const { inputs: seen } = await registration(new Resource(`pending-${type}`, pending));
    expect(seen).toMatchObject(inputs);
  });

  test("every property is an output before the engine answers", () => {
    const resource = new Resource(`unresolved-${type}`, { ...inputs });
    for (const property of [...Object.keys(inputs), ...outputs])
      expect(pulumi.Output.isInstance(resource[property]), property).toBe(true);
  });

  test("every output exists when the program sets no optional input", () => {
    const resource = new Resource(`bare-${type}`, {});
    const always = [...Object.keys(inputs).filter((key) => !providerOnly.includes(key)), ...outputs];
    for (const property of always) expect(pulumi.Output.isInstance(resource[property]), property).toBe(true);
  });

  test.runIf(hasGet)("get sends the id and the options, and no input", async () => {
    const resource = Resource.get?.(`read-${type}`, pulumi.output("some-id"), { protect: true });
    expect(resource).toBeInstanceOf(Resource);
    if (!resource) return;
    const { id, type: token, inputs: seen } = await registration(resource);
    expect(id).toBe("some-id");
    expect(token).toBe(`pulumi-nodejs:dynamic/idm:${type}`);
    expect(Object.keys(seen)).toEqual(["__provider"]);
    expect(await resolved(resource.id)).toBe("some-id");
  });

  test.runIf(!hasGet)("the class has no get when the resource cannot be read", () => {
    expect(Resource.get).toBeUndefined();
  });
});

test("a resource says who it is by its URN, with the types of its parents", async () => {
  const outer = new pulumi.ComponentResource("acme:Outer", "outer");
  const inner = new pulumi.ComponentResource("acme:Inner", "inner", {}, { parent: outer });
  const { inputs } = await registration(new sdk.Role("nested", { name: "admin" }, { parent: inner }));
  const types = "acme:Outer$acme:Inner$pulumi-nodejs:dynamic/idm:Role";
  expect(String(inputs.__resource).split("/urn:")[1]).toBe(`pulumi:stack::project::${types}::nested`);
});

test("the program gets the outputs that the engine answers", async () => {
  await mockEngine({ roleId: "rol_1" });
  expect(await resolved(new sdk.Role("answered", { name: "admin" }).roleId)).toBe("rol_1");
});
