import { setUp } from "../../scripts/before-install/setup.mjs";

/** Runs once before the scenarios: builds the package from the present sources, and finds the engine. */
export async function setup(): Promise<void> {
  await setUp();
}
