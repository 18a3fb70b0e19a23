// The scenarios of gone.test.ts under the packaged plugin.
import { vi } from "vitest";

vi.stubEnv("SCENARIO_HOST", "plugin");
await import("./gone.test.ts");
