import { type Settings, type SettingsReport, validSettings } from "../config/settings.ts";
import { ConfigError } from "../errors.ts";

/** The message of every resource but the first, whose message tells what is wrong. */
const toldElsewhere = "the settings are wrong, as said of another resource";

/** The settings of a provider process. What is wrong with them is told in full once, and pointed to afterwards. */
export class ProcessSettings {
  readonly #inspect: () => SettingsReport;
  #report: SettingsReport | undefined;
  #isTold = false;

  /** `inspect` is called at the first use. */
  constructor(inspect: () => SettingsReport) {
    this.#inspect = inspect;
  }

  /** The settings, and what is wrong with them. */
  get report(): SettingsReport {
    this.#report ??= this.#inspect();
    return this.#report;
  }

  /** The settings. Throws a `ConfigError` when one is wrong or missing. */
  valid(): Settings {
    try {
      return validSettings(this.report);
    } catch (error) {
      throw error instanceof ConfigError ? this.#once(error) : error;
    }
  }

  /** The message that tells these problems, which are sentences. */
  tell(problems: readonly string[]): string {
    return this.#once(new ConfigError(problems)).withCode().message;
  }

  /** The warning of a preview about settings that are missing. */
  previewWarning(): string | undefined {
    const { missing } = this.report;
    if (missing.length === 0) return undefined;
    return `warning: settings are missing. A preview needs them only to read items (get, functions, --refresh), but pulumi up needs them: ${missing.join(" ")}`;
  }

  #once(error: ConfigError): ConfigError {
    const isFirst = !this.#isTold;
    this.#isTold = true;
    return isFirst ? error : new ConfigError([toldElsewhere]);
  }
}
