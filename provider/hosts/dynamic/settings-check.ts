import { settingWarnings } from "../../config/setting-warnings.ts";
import type { Failure, Handlers } from "../../lifecycle/handlers.ts";
import type { ProcessSettings } from "../process-settings.ts";
import { type RunFacts, takeRunFacts } from "./run-facts.ts";

/** Checks the settings when the first resource is checked, and tells the result once. */
export class SettingsCheck {
  readonly #settings: ProcessSettings;
  readonly #log: (line: string) => void;
  #isDone = false;

  constructor(settings: ProcessSettings, log: (line: string) => void) {
    this.#settings = settings;
    this.#log = log;
  }

  /**
   * Why no resource of this run can be created or changed; empty when nothing is wrong. Settings that are missing
   * fail an `up` only: a preview needs no credentials. Every resource gets a failure, and the first one the reason.
   * The engine ends a run at its first failure.
   */
  failures(facts: RunFacts | undefined): Failure[] {
    const problems = this.#problems(facts);
    if (!this.#isDone) for (const warning of this.#warnings(facts)) this.#log(warning);
    this.#isDone = true;
    // The engine prints the value of a property that a failure names.
    return problems.length === 0 ? [] : [{ property: "", reason: this.#settings.tell(problems) }];
  }

  /** Without facts it is unknown whether this is a preview: the first request then tells what is missing. */
  #problems(facts: RunFacts | undefined): readonly string[] {
    const { wrong, missing } = this.#settings.report;
    return [...wrong.map(({ text }) => text), ...(facts?.isPreview === false ? missing : [])];
  }

  #warnings(facts: RunFacts | undefined): string[] {
    if (!facts) return [];
    const incomplete = facts.isPreview ? this.#settings.previewWarning() : undefined;
    const questionable = settingWarnings(facts.configKeys, process.env.PULUMI_PROJECT);
    return [...questionable.map((warning) => `warning: ${warning}`), ...(incomplete ? [incomplete] : [])];
  }
}

/** The handlers, with a check that also checks the settings. */
export function withSettingsCheck<H extends Pick<Handlers, "check">>(
  handlers: H,
  settings: SettingsCheck,
): H {
  return {
    ...handlers,
    check: async (olds, news) => {
      const { inputs, facts } = takeRunFacts(news);
      const problems = settings.failures(facts);
      const { inputs: checked, failures } = await handlers.check(olds, inputs);
      return { inputs: checked, failures: [...problems, ...failures] };
    },
  };
}
