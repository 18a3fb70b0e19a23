import { test } from "vitest";
import { prepare } from "../prepare.ts";

// The first run on a machine installs the dependencies.
test("the fleet compiles with the dependencies of its own package.json", { timeout: 300_000 }, async () => {
  const { remove } = await prepare("fleet");
  await remove();
});
