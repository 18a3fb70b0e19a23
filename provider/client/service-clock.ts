import type { HttpHeaders } from "./http.ts";
import { headerText } from "./rate-limit-headers.ts";

/** The clock of the service, from the `Date` of its newest answer. */
export class ServiceClock {
  #offsetMs: number | undefined;

  /** Add it to a time of this machine, in milliseconds. Undefined until the service has told a time. */
  get offsetMs(): number | undefined {
    return this.#offsetMs;
  }

  /** `nowMs` is when the answer came, by the clock of this machine. */
  observe(headers: HttpHeaders, nowMs: number): void {
    const toldMs = Date.parse(headerText(headers, "date") ?? "");
    if (Number.isNaN(toldMs)) return;
    // The header has whole seconds.
    this.#offsetMs = toldMs + 500 - nowMs;
  }
}
