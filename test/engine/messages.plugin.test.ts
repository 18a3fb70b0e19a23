// The scenarios of messages.test.ts under the packaged plugin.
import { vi } from "vitest";

vi.stubEnv("SCENARIO_HOST", "plugin");
await import("./messages.test.ts");
