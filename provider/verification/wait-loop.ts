import type { ApiCall } from "../client/api-call.ts";
import type { Operation } from "../client/operation.ts";
import { callOf, type RequestTemplate } from "../client/request-template.ts";
import { ApiError, NetworkError, ResponseShapeError, TimeoutError, UnknownOutcomeError } from "../errors.ts";
import type { Turn } from "./verify-turns.ts";
import { unknownDomain, verificationFailed } from "./wait-errors.ts";
import { WaitMessages } from "./wait-messages.ts";
import type { Domain, WaitOptions } from "./wait-options.ts";

/** Reads one domain and asks the service to verify it, until it is ready. */
export class WaitLoop<D extends Domain> {
  readonly #options: WaitOptions<D>;
  readonly #operation: Operation;
  readonly #turn: Turn;
  readonly #messages: WaitMessages;
  #lastRead: D | undefined;
  // True once the service answers a request to verify. Before that, `failed` may come from an earlier run.
  #isVerifyAnswered = false;
  /** The last error that did not end the wait. A request to verify that succeeds clears it. */
  #lastError: Error | undefined;

  /** The deadline of `operation` ends the wait. */
  constructor(options: WaitOptions<D>, operation: Operation, turn: Turn) {
    this.#options = options;
    this.#operation = operation;
    this.#turn = turn;
    this.#messages = new WaitMessages(operation, options.progressMs);
  }

  /** The domain as last read; undefined before the first successful read. */
  get lastRead(): D | undefined {
    return this.#lastRead;
  }

  /** Why the wait may have got no further: the last error that did not end it. */
  get lastError(): Error | undefined {
    return this.#lastError;
  }

  /** Resolves to the ready domain. Throws when the verification fails, or the deadline passes. */
  async untilReady(): Promise<D> {
    // An error of the first read ends the wait: the base URL or the token may be wrong.
    let domain = await this.#read();
    while (domain.status !== "ready") {
      if (this.#turn.tryTake(performance.now())) domain = await this.#verify(domain);
      if (domain.status === "ready") break;
      if (domain.status === "failed" && this.#isVerifyAnswered) throw verificationFailed(domain);
      this.#messages.progress(domain);
      await this.#pause();
      domain = await this.#readAgain(domain);
    }
    return domain;
  }

  /** Waits for the next poll or the next turn, whichever comes first. */
  async #pause(): Promise<void> {
    const turnMs = Math.ceil(this.#turn.dueInMs(performance.now()));
    await this.#operation.wait(Math.min(this.#options.pollMs, turnMs), "");
  }

  async #read(): Promise<D> {
    const domain = await this.#options.read(this.#operation);
    if (!domain) throw unknownDomain(this.#options.id);
    if (this.#lastRead) this.#messages.statusChanged(this.#lastRead, domain);
    this.#lastRead = domain;
    return domain;
  }

  /** Resolves to `before` when the read fails with an error that may pass. */
  async #readAgain(before: D): Promise<D> {
    try {
      return await this.#read();
    } catch (error) {
      this.#continueAfter(error);
      return before;
    }
  }

  /** Asks the service to verify the domain, and reads it afterwards. */
  async #verify(before: D): Promise<D> {
    const refusal = await this.#requestVerification();
    const domain = await this.#readAgain(before);
    // The service also refuses to verify a domain that is ready. That is no problem to report.
    if (refusal && domain.status !== "ready") this.#messages.stillWaiting(refusal, domain);
    return domain;
  }

  /** Resolves to the error when the service refuses to verify the domain in its current status. */
  async #requestVerification(): Promise<ApiError | undefined> {
    const { client, id } = this.#options;
    try {
      await client.request(verifyCall(id), this.#operation);
      this.#isVerifyAnswered = true;
      this.#lastError = undefined;
    } catch (error) {
      // Either the domain was deleted, then this read throws. Or the service does not offer the operation.
      if (error instanceof ApiError && error.status === 404) await this.#read();
      if (!isRefusal(error)) return this.#continueAfter(error);
      this.#isVerifyAnswered = true;
      this.#lastError = error;
      return error;
    }
  }

  /** Reports an error that may pass, so that the wait continues; throws any other. */
  #continueAfter(error: unknown): undefined {
    // After a stop or the deadline, throw its reason. An interrupted request to verify needs no clean-up.
    this.#operation.signal.throwIfAborted();
    if (!mayPass(error)) throw error;
    this.#lastError = error;
    this.#messages.stillWaiting(error, this.#lastRead ?? { name: this.#options.id });
  }
}

/** docs/service.md, "Verification and certificate" */
export const verifyRequest: RequestTemplate = {
  method: "POST",
  path: "/custom-domains/{customDomainId}/verify",
  scope: "create:custom_domains",
  purpose: "ask the service to verify",
  isDocumented: false,
};

function verifyCall(id: string): ApiCall {
  return {
    ...callOf(verifyRequest, { customDomainId: id }),
    ownLimit: true,
    // After a 404 the domain is read: if it exists, the service does not offer this operation.
    workaround:
      "Verify the domain by hand at the service, then run pulumi up again: this resource then finds it ready.",
  };
}

/** The service does not verify a domain in this status: `ready`, at some services also `failed`. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 400 || error.status === 409);
}

const passingErrors = [NetworkError, ResponseShapeError, TimeoutError, UnknownOutcomeError];

/** No answer, a rate limit, or an error of the service or of a proxy: the next request may succeed. */
function mayPass(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status === 429 || (error.status >= 500 && error.status !== 501);
  return passingErrors.some((kind) => error instanceof kind);
}
