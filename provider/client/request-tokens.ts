import type { AccessToken, TokenSource } from "./auth.ts";

/** The tokens of one request: another one after a 401. */
export class RequestTokens {
  readonly #source: TokenSource;
  #token: AccessToken | undefined;
  #refusals = 0;
  #isWaiting = false;

  constructor(source: TokenSource) {
    this.#source = source;
  }

  /** The token that was sent last; empty before the first attempt. */
  get value(): string {
    return this.#token?.value ?? "";
  }

  /** Whether the token of this attempt is still valid. */
  get isCurrent(): boolean {
    return this.#token !== undefined && this.#source.isCurrent(this.#token);
  }

  /** Whether no token has come yet for the next attempt. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** The token for the next attempt. */
  async next(signal: AbortSignal): Promise<string> {
    this.#isWaiting = true;
    this.#token = await this.#source.get(signal);
    this.#isWaiting = false;
    return this.#token.value;
  }

  /** Notes that the service has looked behind the token. A gateway answers 429 and 5xx without doing so. */
  responded(status: number): void {
    if (this.#token && status !== 401 && status !== 429 && status < 500) this.#token.isAccepted = true;
  }

  /** Whether another token may help after a response with this status. */
  renew(status: number): boolean {
    if (status !== 401 || !this.#token) return false;
    this.#refusals += 1;
    return this.#source.refused(this.#token, this.#refusals > 1);
  }
}
