import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ServiceOptions } from "../service/options.ts";
import type { Service } from "../service/service.ts";
import { serviceForTest } from "../service/service-for-test.ts";
import { journalFolder, openProvider, type ProviderOptions, settingsFor } from "./handlers.ts";
import { Stack } from "./stack.ts";

/** A service, and a stack whose provider processes follow one another. */
export interface Processes {
  readonly service: Service;
  readonly stack: Stack;
  /** Folder of the journals. */
  readonly journal: string;
  /** Ends the provider process in order, and starts another. */
  restart(): Promise<void>;
  /** Kills the provider process before its creates are in the state, and starts another. */
  kill(): Promise<void>;
  /** Another stack of the program, with the same home. */
  otherStack(): Stack;
}

export async function processesForTest(
  options: ServiceOptions = {},
  providerOptions: ProviderOptions = {},
): Promise<Processes> {
  const service = await serviceForTest(options);
  const journal = journalFolder();
  onTestFinished(() => journal.remove());
  const settings = await settingsFor(service);
  const open = () => openProvider(settings, journal.path, providerOptions);
  const stack = new Stack(open());
  onTestFinished(() => stack.provider.close());
  const restart = async () => {
    await stack.provider.close();
    stack.provider = open();
  };
  const kill = async () => {
    const logs = () => globSync(join(journal.path, "*.log"));
    const left = logs().map((file) => readFileSync(file, "utf8"));
    stack.state.clear();
    await stack.provider.close();
    for (const file of logs()) rmSync(file);
    for (const [index, text] of left.entries()) writeKilled(join(journal.path, `0-0-${index}.log`), text);
    stack.provider = open();
  };
  const otherStack = () => {
    const other = new Stack(open(), "other");
    onTestFinished(() => other.provider.close());
    return other;
  };
  return { service, stack, journal: journal.path, restart, kill, otherStack };
}

/** The journal of a process without an orderly end. No process has the number 0. */
function writeKilled(file: string, text: string): void {
  writeFileSync(file, text.replaceAll("ended\n", ""));
}
