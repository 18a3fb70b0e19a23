import type { ConfigKeys } from "../../config/setting-warnings.ts";
import type { Props } from "../../lifecycle/handlers.ts";

/** The hidden property in which the SDK sends the facts. A check removes it, so that no state contains it. */
const runKey = "__run";

/** What only the program's process knows of a run. */
export interface RunFacts {
  readonly isPreview: boolean;
  readonly configKeys: ConfigKeys;
}

/** Takes the facts out of the inputs of a check. They are undefined when the SDK has sent none. */
export function takeRunFacts(news: Props): { inputs: Props; facts: RunFacts | undefined } {
  const { [runKey]: facts, ...inputs } = news;
  return { inputs, facts: isRunFacts(facts) ? facts : undefined };
}

function isRunFacts(value: unknown): value is RunFacts {
  if (typeof value !== "object" || value === null) return false;
  return "isPreview" in value && "configKeys" in value && typeof value.configKeys === "object";
}
