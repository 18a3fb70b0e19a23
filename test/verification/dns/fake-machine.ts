import type { Machine } from "./install-bind.ts";

/** A machine that runs, writes and removes nothing. */
export interface FakeMachine extends Machine {
  /** What would have been run, written and removed. */
  readonly done: string[];
}

/** A machine with these programs. `apt-get install` brings those of `packaged`. */
export function fakeMachine(
  programs: readonly string[],
  packaged: readonly string[],
  { env = {} as NodeJS.ProcessEnv, isRoot = true, files = [] as readonly string[] } = {},
): FakeMachine {
  const present = new Set(programs);
  const existing = new Set(files);
  const done: string[] = [];
  return {
    done,
    env,
    isRoot,
    find: (program) => (present.has(program) ? `/bin/${program}` : undefined),
    exists: (path) => existing.has(path),
    run(program, args) {
      done.push([program, args[0]].join(" "));
      if (args[0] === "install") for (const name of packaged) present.add(name);
    },
    writeScript: (path) => void done.push(`write ${path}`),
    remove: (path) => void done.push(`remove ${path}`),
  };
}
