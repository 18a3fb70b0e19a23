import type { Client } from "../client/client.ts";
import type { Operation } from "../client/operation.ts";
import { path } from "../client/path.ts";
import { ApiError, NetworkError, ResponseShapeError, TimeoutError, UnknownOutcomeError } from "../errors.ts";
import type { RemoteItem } from "../lifecycle/define-resource.ts";
import { nameOf, readDomain, recordsOf, statusOf } from "./domain-reading.ts";
import { unknownDomain, verificationFailed } from "./readiness-errors.ts";
import type { Turn } from "./verify-turns.ts";

/** How often something happens while a domain is waited for, in milliseconds. */
export interface Rhythm {
  /** Between two reads at most; a turn to verify may come sooner. */
  readonly pollMs: number;
  /** Between two lines of progress. */
  readonly progressMs: number;
}

interface Parts {
  readonly client: Client;
  /** Ends when the time is up. */
  readonly operation: Operation;
  readonly id: string;
  readonly rhythm: Rhythm;
  readonly turn: Turn;
}

const verifyByHand = "Have the domain verified at the service by hand; this resource then finds it ready.";

/** One domain being waited for: what was last seen of it, and what the user was told. */
export class DomainWatch {
  readonly #parts: Parts;
  readonly #startedMs = performance.now();
  #seen: RemoteItem | undefined;
  /** The service has answered a request of this run to verify: from then on `failed` is its word on the record as it is now. */
  #judged = false;
  #toldMs = Number.NEGATIVE_INFINITY;
  #trouble = "";

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The domain as it was last read; undefined before the first answer. */
  get seen(): RemoteItem | undefined {
    return this.#seen;
  }

  async untilReady(): Promise<RemoteItem> {
    const { operation, rhythm, turn } = this.#parts;
    // Trouble with the first read is told at once: an address or a token may be wrong.
    let domain = await this.#read();
    while (statusOf(domain) !== "ready") {
      if (turn.take(performance.now())) domain = await this.#verify(domain);
      if (statusOf(domain) === "ready") break;
      if (statusOf(domain) === "failed" && this.#judged) throw verificationFailed(domain);
      this.#tellProgress(domain);
      await operation.wait(Math.min(rhythm.pollMs, Math.ceil(turn.dueInMs(performance.now()))), "");
      domain = await this.#readAgain(domain);
    }
    return domain;
  }

  async #read(): Promise<RemoteItem> {
    const { client, operation, id } = this.#parts;
    const domain = await readDomain(client, operation, id);
    if (!domain) throw unknownDomain(id);
    const before = this.#seen;
    this.#seen = domain;
    if (before && statusOf(before) !== statusOf(domain))
      operation.say(`${nameOf(domain)} was ${statusOf(before)} and is ${statusOf(domain)} now.`);
    return domain;
  }

  async #readAgain(before: RemoteItem): Promise<RemoteItem> {
    try {
      return await this.#read();
    } catch (error) {
      this.#passOver(error);
      return before;
    }
  }

  /** Asks the service to verify, and answers the domain as it is then. */
  async #verify(before: RemoteItem): Promise<RemoteItem> {
    const refusal = await this.#askToVerify();
    const domain = await this.#readAgain(before);
    // One that has become ready meanwhile is refused too, and that needs no words.
    if (refusal && statusOf(domain) !== "ready") this.#tellTrouble(refusal);
    return domain;
  }

  async #askToVerify(): Promise<ApiError | undefined> {
    const { client, operation, id } = this.#parts;
    const call = {
      method: "POST",
      path: path`/custom-domains/${id}/verify`,
      scope: "create:custom_domains",
      ownLimit: true,
      workaround: verifyByHand,
    } as const;
    try {
      await client.request(call, operation);
      this.#judged = true;
    } catch (error) {
      // Either the domain is gone by now, which the read tells better, or the service does not know the operation.
      if (error instanceof ApiError && error.status === 404) await this.#read();
      if (!isRefusal(error)) return this.#passOver(error);
      this.#judged = true;
      return error;
    }
  }

  /** Goes on after trouble that may pass; throws any other. */
  #passOver(error: unknown): undefined {
    // A request to verify that a stop or the deadline cuts leaves nothing to settle.
    this.#parts.operation.signal.throwIfAborted();
    if (!mayPass(error)) throw error;
    this.#tellTrouble(error);
  }

  /** Once, while it stays the same. */
  #tellTrouble(error: Error): void {
    // The error of a 429 advises to raise deadlines, which would not help here.
    const trouble = isLimit(error) ? "429, the service takes no more requests for now" : error.message;
    if (trouble !== this.#trouble) this.#parts.operation.say(`goes on waiting after: ${trouble}`);
    this.#trouble = trouble;
  }

  #tellProgress(domain: RemoteItem): void {
    const { operation, rhythm } = this.#parts;
    const nowMs = performance.now();
    if (nowMs - this.#toldMs < rhythm.progressMs) return;
    this.#toldMs = nowMs;
    const waited = Math.round((nowMs - this.#startedMs) / 1000);
    const left = Math.round(operation.remainingMs / 1000);
    const records = recordsOf(domain).map(({ type, name }) => `${type} ${name}`);
    operation.say(
      `${nameOf(domain)} is ${statusOf(domain)} after ${waited} s (${left} s left); the service looks for ${records.join(", ") || "its record"}.`,
    );
  }
}

/** The service does not verify a domain in this state: one that is ready by now, at some also one that has failed. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 400 || error.status === 409);
}

/** A lost answer, a limit, or trouble at the service or in front of it: the next request may come through. */
const passing = [NetworkError, ResponseShapeError, TimeoutError, UnknownOutcomeError];

function mayPass(error: unknown): error is Error {
  if (error instanceof ApiError) return error.status === 429 || (error.status >= 500 && error.status !== 501);
  return passing.some((kind) => error instanceof kind);
}

function isLimit(error: Error): boolean {
  return error instanceof ApiError && error.status === 429;
}
