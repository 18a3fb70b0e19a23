import type { Client } from "../client/client.ts";
import type { Operation } from "../client/operation.ts";
import { path } from "../client/path.ts";
import { parseItem } from "../collection.ts";
import { describe } from "../dns/describe.ts";
import { diagnose } from "../dns/diagnose.ts";
import { ApiError, IdmError, NetworkError, TimeoutError, UnknownOutcomeError } from "../errors.ts";
import type { Props } from "../handlers.ts";
import type { Context, Live } from "../resource.ts";
import { SlidingWindow } from "../sliding-window.ts";
import { customDomainWire, type VerificationRecord } from "./custom-domain-wire.ts";

export interface Patience {
  readonly timeoutMs: number;
  readonly pollMs: number;
}

/** A domain is asked to be verified at most this often. */
const verifyIntervalMs = 15_000;

/** Services refuse more than about five verify requests a minute, of all domains together. */
const verifyWindow = { most: 5, windowMs: 61_000 };

/** The verify requests of one process, which all domains share. */
const verifyRequests = new WeakMap<Client, SlidingWindow>();

/** A line of progress comes at least this far apart. */
const progressIntervalMs = 30_000;

/** The resolvers get this long to explain a time-out. */
const diagnosisTimeoutMs = 5_000;

/** A custom domain; undefined when the service has none with this id. */
export async function readDomain(
  client: Client,
  operation: Operation,
  id: string,
): Promise<Live | undefined> {
  const wayRound =
    "Without it nobody can tell when the domain is ready: leave CustomDomainVerification out of the program and look at the service.";
  const call = {
    method: "GET",
    path: path`/custom-domains/${id}`,
    scope: "read:custom_domains",
    wayRound,
  } as const;
  try {
    return parseItem(
      call,
      { wire: customDomainWire, noun: "custom domain" },
      await client.request(call, operation),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Waits until the domain is ready, asking the service to verify it. A domain that is ready is done after one read.
 * Throws `ERR_IDM_VERIFICATION` when the service says that the verification failed, and, with what the DNS answers, when time is up.
 */
export async function waitUntilReady(
  { client, operation, stop }: Context,
  id: string,
  patience: Patience,
): Promise<Live> {
  const watch = new Watch(client, id, patience);
  try {
    return await client.operate(operation.subject, (own) => watch.untilReady(own), {
      deadlineMs: patience.timeoutMs,
      signal: stop,
    });
  } catch (error) {
    if (stop.aborted || !watch.timedOut(error)) throw error;
    throw await watch.explain(operation.signal);
  }
}

/** One domain being waited for: what was last seen of it, and when what was done. */
class Watch {
  readonly #client: Client;
  readonly #id: string;
  readonly #patience: Patience;
  readonly #startedMs = Date.now();
  #seen: Live | undefined;
  #askedMs: number | undefined;
  #toldMs = Date.now();

  constructor(client: Client, id: string, patience: Patience) {
    this.#client = client;
    this.#id = id;
    this.#patience = patience;
  }

  async untilReady(operation: Operation): Promise<Live> {
    let domain = await this.#read(operation);
    while (status(domain) !== "ready") {
      if (await this.#askToVerify(operation)) domain = await this.#read(operation);
      if (status(domain) === "ready") break;
      // A failure of before this run may be mended: it counts once the service has looked again.
      if (status(domain) === "failed" && this.#askedMs !== undefined) throw verificationFailed(domain);
      this.#tellProgress(operation, domain);
      await operation.wait(this.#patience.pollMs, "");
      domain = await this.#read(operation);
    }
    return domain;
  }

  timedOut(error: unknown): boolean {
    return error instanceof IdmError && Date.now() - this.#startedMs >= this.#patience.timeoutMs;
  }

  /** What was expected, what the DNS answers now, and what that usually means, per record. */
  async explain(signal: AbortSignal): Promise<IdmError> {
    const seconds = this.#patience.timeoutMs / 1000;
    if (!this.#seen)
      return new TimeoutError(`the service did not answer within ${seconds} s (timeoutSeconds)`, false);
    const { dnsServers } = this.#client.settings;
    const diagnoses = await diagnose(recordsOf(this.#seen), {
      servers: dnsServers,
      signal,
      timeoutMs: diagnosisTimeoutMs,
    });
    const lines = diagnoses.map((diagnosis) => `\n- ${describe(diagnosis)}`).join("");
    return new IdmError(
      "ERR_IDM_VERIFICATION",
      `${nameOf(this.#seen)} is not ready after ${seconds} s (timeoutSeconds): the service says ${status(this.#seen)}${because(this.#seen)}.${lines}\nWhen the DNS is right, run pulumi up again: it waits anew.`,
    );
  }

  async #read(operation: Operation): Promise<Live> {
    const domain = await readDomain(this.#client, operation, this.#id);
    if (!domain) throw unknownDomain(this.#id);
    const before = this.#seen;
    this.#seen = domain;
    if (before && status(before) !== status(domain))
      operation.say(`${nameOf(domain)} was ${status(before)} and is ${status(domain)} now.`);
    return domain;
  }

  /** Whether the service was asked. A request that it does not take is no reason to stop: the next one may come through. */
  async #askToVerify(operation: Operation): Promise<boolean> {
    const now = Date.now();
    if (this.#askedMs !== undefined && now - this.#askedMs < verifyIntervalMs) return false;
    if (!verifyWindowOf(this.#client).take(now)) return false;
    this.#askedMs = now;
    const call = {
      method: "POST",
      path: path`/custom-domains/${this.#id}/verify`,
      scope: "create:custom_domains",
      wayRound: verifyByHand,
    } as const;
    try {
      await this.#client.request(call, operation);
    } catch (error) {
      if (!mayComeThrough(error)) throw error;
      operation.say(`the service did not take the request to verify: ${(error as Error).message}`);
    }
    return true;
  }

  #tellProgress(operation: Operation, domain: Live): void {
    const now = Date.now();
    if (now - this.#toldMs < progressIntervalMs) return;
    this.#toldMs = now;
    const waited = Math.round((now - this.#startedMs) / 1000);
    const records = recordsOf(domain)
      .map(({ type, name }) => `${type} ${name}`)
      .join(", ");
    operation.say(
      `${nameOf(domain)} is ${status(domain)} after ${waited} s of ${this.#patience.timeoutMs / 1000}; the service looks for ${records || "its record"}.`,
    );
  }
}

const verifyByHand = "Have the domain verified at the service by hand; this resource then finds it ready.";

function verifyWindowOf(client: Client): SlidingWindow {
  const window = verifyRequests.get(client) ?? new SlidingWindow(verifyWindow.most, verifyWindow.windowMs);
  verifyRequests.set(client, window);
  return window;
}

/** A domain that has just become ready answers 400; a lost answer and trouble at the service pass. */
function mayComeThrough(error: unknown): boolean {
  if (error instanceof ApiError)
    return (
      error.status === 400 ||
      error.status === 409 ||
      error.status === 429 ||
      (error.status >= 500 && error.status !== 501)
    );
  return error instanceof UnknownOutcomeError || error instanceof NetworkError;
}

function verificationFailed(domain: Live): IdmError {
  return new IdmError(
    "ERR_IDM_VERIFICATION",
    `the verification of ${nameOf(domain)} failed${because(domain)}. Correct the record, then run pulumi up again.`,
  );
}

function unknownDomain(id: string): IdmError {
  return new IdmError(
    "ERR_IDM_INPUT",
    `the service has no custom domain with the id ${JSON.stringify(id)}. Give the customDomainId of a CustomDomain of the same account`,
  );
}

function status({ props }: Live): string {
  return typeof props.status === "string" ? props.status : "unknown";
}

function nameOf({ id, props }: Live): string {
  return typeof props.domain === "string" ? props.domain : id;
}

function recordsOf({ props }: Live): VerificationRecord[] {
  return (props.verificationRecords as VerificationRecord[] | undefined) ?? [];
}

/** What the service itself gives as the reason, as the end of a sentence. */
function because({ props }: Live): string {
  const { errorMsg } = (props.verification as Props | undefined) ?? {};
  return typeof errorMsg === "string" ? ` (${errorMsg})` : "";
}
