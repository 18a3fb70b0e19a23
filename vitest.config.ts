import { defineConfig } from "vitest/config";

const ENGINE = "test/engine/**/*.test.ts";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [ENGINE, "test/consumers/**"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "engine",
          include: [ENGINE, "test/consumers/**/*.test.ts"],
          globalSetup: "test/engine/harness-setup.ts",
          // Each run of the engine is three processes that want a core.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
