// The scenarios of unknown-values.test.ts under the packaged plugin.
import { vi } from "vitest";

vi.stubEnv("SCENARIO_HOST", "plugin");
await import("./unknown-values.test.ts");
