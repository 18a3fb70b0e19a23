// The scenarios of adopt.test.ts under the packaged plugin.
import { vi } from "vitest";

vi.stubEnv("SCENARIO_HOST", "plugin");
await import("./adopt.test.ts");
