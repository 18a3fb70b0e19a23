/** The most repetitions of failed requests, with none that succeeds in between: twelve requests with all their five. */
export const maxRepetitions = 60;

/**
 * Limits the repetitions of a whole process. One request may be repeated five times; when the service itself fails, a
 * thousand resources shall not each do so. Each success gives one repetition back.
 */
export class RetryBudget {
  #left = maxRepetitions;
  readonly #onEmpty: () => void;

  /** `onEmpty` is called when the last repetition is used. */
  constructor(onEmpty: () => void = () => {}) {
    this.#onEmpty = onEmpty;
  }

  /** Whether a failed request may be repeated. */
  get available(): boolean {
    return this.#left > 0;
  }

  /** A failed request is repeated. */
  use(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#onEmpty();
  }

  /** A request succeeded. */
  refill(): void {
    this.#left = Math.min(maxRepetitions, this.#left + 1);
  }
}
