// The scenarios of rate-limit.test.ts under the packaged plugin.
import { vi } from "vitest";

vi.stubEnv("SCENARIO_HOST", "plugin");
await import("./rate-limit.test.ts");
