import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { cellsAtATime } from "./test/matrix/limits.ts";

const engineTests = "test/engine/**/*.test.ts";

/** They try a release, which `npm run release:check` builds before. */
const releaseTests = "test/release/**/*.test.ts";

/** Files whose single test takes longest. One that starts last keeps the other worker waiting. */
const longest = /\/test\/(engine\/model|engine\/faults|matrix\/matrix|examples\/programs)\.test\.ts$/;

const rank = ({ moduleId }: TestSpecification): number => (longest.test(moduleId) ? 0 : 1);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [engineTests, "test/consumers/**", releaseTests],
          // Most tests wait for sockets and timers. Vitest's default leaves one core to others.
          maxWorkers: "100%",
          // Only test/matrix has concurrent tests.
          maxConcurrency: cellsAtATime,
          testTimeout: 20_000,
          // A hook may build the package, which a busy machine does slowly.
          hookTimeout: 120_000,
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
      {
        test: {
          name: "release",
          include: [releaseTests],
          globalSetup: "test/release/set-up.ts",
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
