import type { HttpHeaders } from "./http.ts";
import { headerText } from "./rate-limit-headers.ts";

/** The clock of the service, from the `Date` of its answers. */
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
    // The header has whole seconds. Of several answers, the one that was the fastest tells the most.
    const offsetMs = toldMs + 500 - nowMs;
    this.#offsetMs = Math.max(this.#offsetMs ?? offsetMs, offsetMs);
  }
}
