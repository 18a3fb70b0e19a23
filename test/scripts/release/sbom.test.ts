import { expect, test } from "vitest";
import { type Lock, sbom } from "../../../scripts/release/sbom.ts";

const manifest = {
  name: "pulumi-idm",
  version: "1.2.3",
  description: "A provider.",
  license: "MIT",
  dependencies: { one: "^1.0.0" },
};
const lock: Lock = {
  packages: {
    "node_modules/one": { version: "1.0.1", license: "MIT", dependencies: { "@scope/two": "^2.0.0" } },
    "node_modules/@scope/two": { version: "2.0.0", license: "(MIT OR Apache-2.0)", integrity: "sha512-AAEC" },
    "node_modules/bundled": { version: "3.0.0", dependencies: { one: "^1.0.0", compiler: "^9.0.0" } },
    "node_modules/compiler": { version: "9.0.0" },
  },
};
const commit = { id: "0123456789abcdef", timeSeconds: 1_700_000_000 };
const bill = () => JSON.parse(sbom({ manifest, lock, bundled: ["bundled", "one"], commit }));

test("the bill has what is bundled, what npm installs with the package, and Node", () => {
  const { components } = bill();
  const shipped = components.map(
    ({ purl, properties }: { purl: string; properties: { value: string }[] }) => [
      purl,
      ...properties.map(({ value }) => value),
    ],
  );
  expect(shipped).toEqual([
    ["pkg:npm/%40scope/two@2.0.0", "installed by npm with pulumi-idm"],
    ["pkg:npm/bundled@3.0.0", "bundled"],
    ["pkg:npm/one@1.0.1", "bundled", "installed by npm with pulumi-idm"],
    [`pkg:generic/node@${process.versions.node}`, "bundled in the executables of the plugin"],
  ]);
  expect(components[0]).toMatchObject({
    hashes: [{ alg: "SHA-512", content: "000102" }],
    licenses: [{ expression: "(MIT OR Apache-2.0)" }],
  });
});

test("the bill says which component depends on which", () => {
  expect(bill().dependencies).toContainEqual({
    ref: "pkg:npm/bundled@3.0.0",
    dependsOn: ["pkg:npm/one@1.0.1"],
  });
});

test("the bill's number and time are those of the commit", () => {
  const { serialNumber, metadata } = bill();
  expect(serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(metadata.timestamp).toBe("2023-11-14T22:13:20.000Z");
  expect(bill().serialNumber).toBe(serialNumber);
  const other = sbom({ manifest, lock, bundled: [], commit: { ...commit, id: "fedcba" } });
  expect(JSON.parse(other).serialNumber).not.toBe(serialNumber);
});
