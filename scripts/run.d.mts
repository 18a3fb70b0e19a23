import type { SpawnOptions } from "node:child_process";

export const checkout: string;
export function run(program: string, args: readonly string[], options?: SpawnOptions): Promise<number>;
export function runUnderOurNode(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number>;
