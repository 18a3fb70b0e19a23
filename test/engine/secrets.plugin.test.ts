// The scenarios of secrets.test.ts under the packaged plugin.
import { vi } from "vitest";

vi.stubEnv("SCENARIO_HOST", "plugin");
await import("./secrets.test.ts");
