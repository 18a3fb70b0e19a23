import { defineConfig } from "vitest/config";
import { cellsAtATime } from "./test/matrix/limits.ts";

const engineTests = "test/engine/**/*.test.ts";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [engineTests, "test/consumers/**"],
          // test/matrix alone has concurrent tests.
          maxConcurrency: cellsAtATime,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "engine",
          include: [engineTests, "test/consumers/**/*.test.ts"],
          globalSetup: "test/engine/harness-setup.ts",
          // A run of the engine is three processes, each of which wants a core.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
