import { createRequire } from "node:module";
import { expect, test, vi } from "vitest";

// The build leaves parts of undici out (scripts/build/bundle-undici.ts). The tests below run with what it keeps.
vi.mock("undici", async () => {
  const { build, root } = await import("../sdk/built.ts");
  build();
  return createRequire(import.meta.url)(`${root}/dist/provider/undici.js`);
});

await import("./proxy.test.ts");
await import("./transport.test.ts");

test("the transport runs on the bundled undici", async () => {
  expect(Object.keys(await import("undici")).sort()).toEqual(["Agent", "EnvHttpProxyAgent", "Pool"]);
});
