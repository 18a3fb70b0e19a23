import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Stack } from "../resources/stack.ts";
import type { FaultAfter, FaultBefore } from "../service/faults.ts";
import type { Service } from "../service/service.ts";

/** The request at which the provider process is killed, and whether the service acts on it. */
export interface Interrupt {
  readonly method: string | undefined;
  readonly after: number;
  readonly acted: boolean;
}

/** A kill that waits for its request. */
export interface Kill {
  readonly happened: boolean;
  /** Call it once the run of the killed process has ended: brings state and journal back to the moment of the kill. */
  restore(): void;
}

/**
 * Kills the provider process of the stack at a request, as `kill -9` does: no later request is sent, and nothing that
 * happens later is in the state or in the journal.
 */
export function killAt({ faults }: Service, stack: Stack, journal: string, interrupt: Interrupt): Kill {
  const { method, after, acted } = interrupt;
  let restore: (() => void) | undefined;
  const kill = () => {
    const [stored, written] = [stack.snapshot(), read(journal)];
    restore = () => {
      stack.restore(stored);
      replace(journal, written);
    };
    void stack.provider.close();
  };
  const effect: FaultBefore | FaultAfter = { kind: acted ? "no-answer-after" : "no-answer" };
  faults.add({ ...effect, path: /^\/api\/v2\//, after, ...(method && { method }), onMet: kill });
  return {
    get happened() {
      return restore !== undefined;
    },
    restore: () => restore?.(),
  };
}

type Files = ReadonlyMap<string, string>;

/** The journal's folder does not exist before the first create. */
function read(folder: string): Files {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Puts the files back, as those of processes that have ended: none has the number 0. */
function replace(folder: string, files: Files): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [index, [name, text]] of [...files].entries()) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, dirname(name), `0-0-${index}.log`), text);
  }
}
