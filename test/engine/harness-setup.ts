import { setUp } from "../../scripts/before-install/setup.mjs";

/** Before the first scenario: the package is built as it is now, and the engine is there. */
export async function setup(): Promise<void> {
  await setUp();
}
