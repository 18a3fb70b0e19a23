import type { Credentials, Settings } from "../config/settings.ts";
import { type ApiError, TimeoutError } from "../errors.ts";
import type { ApiCall } from "./api-call.ts";
import type { AssertionSigner } from "./assertion.ts";
import { attemptTitle, type Refusal, runTask } from "./attempts.ts";
import { TokenSource } from "./auth.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import type { Log } from "./log-line.ts";
import { Operation, type OperationOptions } from "./operation.ts";
import { Pacer, type Ticket } from "./pacing.ts";
import { headerText } from "./rate-limit-headers.ts";
import { type Redact, redactor, secretsOf } from "./redact.ts";
import { refusedError } from "./refused-error.ts";
import { remedyFor } from "./remedy.ts";
import { RequestCap } from "./request-cap.ts";
import { RequestLines } from "./request-line.ts";
import { RequestTokens } from "./request-tokens.ts";
import { parseJsonBody, readErrorBody } from "./response-body.ts";
import { RetryBudget } from "./retry-budget.ts";
import { ServiceClock } from "./service-clock.ts";
import { type GrantedToken, signerFor, tokenTask } from "./token-request.ts";
import { Transport } from "./transport.ts";
import { warnOfUncheckedTls } from "./unchecked-tls.ts";
import { userAgent } from "./user-agent.ts";
import { budgetUsedUp, heldBackBy, sayReserve, sayWait, withoutToken } from "./wait-messages.ts";
import { WaitTally } from "./wait-tally.ts";
import { WriteCount } from "./write-count.ts";

export type { ApiCall };

export interface OperateOptions extends OperationOptions {
  /** Default `idm:retryDeadlineSeconds`. */
  readonly deadlineMs?: number;
}

/** What belongs to the attempts of one request. */
interface Sending {
  readonly lines: RequestLines;
  readonly signal: AbortSignal;
  /** Called before the first byte. */
  readonly started: () => void;
}

/** The authenticated client that all resources of a provider process share. */
export class Client {
  /** Without the credentials, so that whoever prints a client prints none. */
  readonly settings: Omit<Settings, "credentials">;
  /** The requests of this process that change something: what was read before one of them is out of date. */
  readonly writes = new WriteCount();
  readonly #credentials: Credentials;
  readonly #log: Log;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #transport: Transport;
  readonly #pacer: Pacer;
  /** For token requests: the same pacer where both have one origin, because a 503 holds for all requests to it. */
  readonly #tokenPacer: Pacer;
  readonly #tally = new WaitTally();
  readonly #budget: RetryBudget;
  readonly #tokens: TokenSource;
  readonly #redact: Redact;
  readonly #clock = new ServiceClock();
  /** The newest response that makes other requests wait, until one comes that does not. */
  #newestPause: (() => Promise<ApiError>) | undefined;

  /** Throws `ConfigError` for a proxy variable that cannot be used. Opens no connection. */
  constructor(settings: Settings, log: Log) {
    const { credentials, ...shown } = settings;
    const { maxConcurrency, requestTimeoutMs } = shown;
    this.settings = shown;
    this.#credentials = credentials;
    this.#log = log;
    warnOfUncheckedTls(settings, log);
    ({ origin: this.#origin, pathname: this.#basePath } = new URL(settings.baseUrl));
    // One connection more than the pacer uses: a token request does not wait behind other requests.
    this.#transport = new Transport({ connections: maxConcurrency + 1, requestTimeoutMs });
    const cap = new RequestCap(settings.maxRequestsPerSecond);
    const common = { maxConcurrency, cap, tally: this.#tally, onWait: sayWait(log) };
    const reserve = settings.rateLimitReserve / 100;
    this.#pacer = new Pacer({ ...common, reserve, onReserve: sayReserve(log, settings) });
    const sameOrigin = new URL(settings.authUrl).origin === this.#origin;
    this.#tokenPacer = sameOrigin ? this.#pacer : new Pacer(common);
    this.#budget = new RetryBudget(() => log(budgetUsedUp));
    const signer = signerFor(settings, log);
    this.#tokens = new TokenSource(credentials, () => this.#requestToken(settings, signer));
    this.#redact = redactor(credentials);
  }

  /**
   * Runs one operation of a resource. Its requests share one deadline (default `idm:retryDeadlineSeconds`), and its log
   * lines begin with `subject`.
   */
  async operate<T>(
    subject: string,
    work: (operation: Operation) => Promise<T>,
    options: OperateOptions = {},
  ): Promise<T> {
    const { deadlineMs = this.settings.retryDeadlineMs } = options;
    const redact = (text: string) => this.#withoutCredentials(options.redact?.(text) ?? text);
    const operation = new Operation(subject, deadlineMs, this.#log, { ...options, redact });
    try {
      return await work(operation);
    } finally {
      operation.end();
    }
  }

  /** The credentials and the newest tokens, which no message may show. */
  get secrets(): readonly string[] {
    return [...secretsOf(this.#credentials), ...this.#tokens.recent];
  }

  /**
   * The difference of the service's clock from that of this machine, in milliseconds: positive when it is ahead.
   * Undefined until the service has told its time.
   */
  get clockOffsetMs(): number | undefined {
    return this.#clock.offsetMs;
  }

  #withoutCredentials(text: string): string {
    return this.#tokens.recent.reduce((rest, token) => this.#redact(rest, token), this.#redact(text));
  }

  /**
   * Sends `call`, repeats it where that is safe, and returns the JSON of the 2xx response; undefined for an empty body.
   * Throws `UnknownOutcomeError` when the service may have acted on a call that is not repeatable, otherwise
   * `ApiError`, `NetworkError`, `TimeoutError` or `ResponseShapeError`.
   */
  async request(call: ApiCall, operation: Operation): Promise<unknown> {
    const { signal } = operation;
    const request = this.#httpRequest(call);
    const ticket = this.#pacer.ticket();
    const endWrite = this.writes.begin(call.method);
    const tokens = new RequestTokens(this.#tokens);
    const lines = new RequestLines(operation);
    const toError = (refusal: Refusal) => this.#toApiError(call, refusal, operation, tokens.value);
    const send = async (attempt: number, started: () => void): Promise<HttpResponse> => {
      // The wait in the pacer may take longer than the lifetime of a token.
      if (!tokens.isCurrent) {
        started();
        await tokens.next(signal);
        await this.#pacer.again(signal);
      }
      const headers = { ...request.headers, authorization: `Bearer ${tokens.value}` };
      const response = await this.#exchange({ ...request, headers }, attempt, { lines, signal, started });
      this.#clock.observe(response.headers, Date.now());
      tokens.responded(response.status);
      if (makesOthersWait(response, call)) this.#newestPause = () => toError({ response, attempt });
      else if (response.status !== 429) this.#newestPause = undefined;
      return response;
    };
    return runTask(
      {
        title: request.title,
        repeatable: call.repeatable ?? call.method !== "POST",
        paced: true,
        ownLimit: call.ownLimit,
        oneAttempt: call.oneAttempt,
        budget: this.#budget,
        send: async (attempt) => {
          // Before the queue: a request whose turn it is starts at once.
          await tokens.next(signal);
          if (attempt === 1) await this.#assertAvailable(request.title, operation);
          return this.#paced(ticket, signal, (started) => send(attempt, started), call.ownLimit);
        },
        read: (response, title) => {
          call.onHead?.(response);
          return parseJsonBody(title, response);
        },
        toError,
        correct: ({ status }) => tokens.renew(status),
        waitsFor: async () => (tokens.isWaiting ? withoutToken(this.settings) : this.#waitsFor()),
      },
      operation,
    ).finally(endWrite);
  }

  /** Prints a line for developers, with `idm:log` only. */
  debug(line: string): void {
    if (this.settings.debug) this.#log(`debug: ${this.#withoutCredentials(line)}`);
  }

  /** A request that could only wait until its deadline fails at once. */
  async #assertAvailable(title: string, { remainingMs }: Operation): Promise<void> {
    if (this.#pacer.unavailableMs < remainingMs) return;
    const why = (await this.#waitsFor()) ?? "It was never sent, because the service is not available for now";
    throw new TimeoutError(`${title}: ${why}`, false);
  }

  async #waitsFor(): Promise<string | undefined> {
    const setting = this.#pacer.delayingSetting;
    if (setting) return heldBackBy(setting);
    const error = await this.#newestPause?.();
    const why = error?.status === 429 ? "limits the rate of requests" : "is not available for now";
    return error && `It was never sent, because the service ${why}: ${error.message}`;
  }

  #exchange(
    request: HttpRequest,
    attempt: number,
    { lines, signal, started }: Sending,
  ): Promise<HttpResponse> {
    const title = attemptTitle(request.title, attempt);
    const numbered = attempt > 1 ? { ...request, title } : request;
    const send = () => this.#transport.send(numbered, signal, started);
    return this.settings.debug ? lines.attempt(request, attempt, send) : send();
  }

  /** One line about the waits of all requests so far; undefined when they hardly waited. */
  waitSummary(): string | undefined {
    return this.#tally.summary();
  }

  /** Closes every connection. Later requests fail. */
  close(): void {
    this.#transport.close();
  }

  /** Hides responses to a call with `ownLimit` from the pacer: they say nothing about the limit of other calls. */
  async #paced(
    ticket: Ticket,
    signal: AbortSignal,
    send: (started: () => void) => Promise<HttpResponse>,
    ownLimit = false,
  ): Promise<HttpResponse> {
    if (!ownLimit) return this.#pacer.run(ticket, signal, send);
    const sendHidden = async (started: () => void) => ({
      status: 200,
      headers: {},
      response: await send(started),
    });
    return (await this.#pacer.run(ticket, signal, sendHidden)).response;
  }

  #requestToken(settings: Settings, signer: AssertionSigner | undefined): Promise<GrantedToken> {
    return this.operate("Access token", (operation) => {
      const { signal } = operation;
      const lines = new RequestLines(operation);
      const send = (request: HttpRequest, attempt: number) =>
        this.#tokenPacer.runBeside(signal, (started) =>
          this.#exchange(request, attempt, { lines, signal, started }),
        );
      const task = tokenTask({ settings, redact: this.#redact, signer, send });
      return runTask({ ...task, budget: this.#budget }, operation);
    });
  }

  #httpRequest({ method, path, query, body }: ApiCall): HttpRequest {
    const title = `${method} ${path}`;
    const search = new URLSearchParams(query).toString();
    const target = this.#basePath + path + (search && `?${search}`);
    const headers = { accept: "application/json", "user-agent": userAgent };
    const request = { title, method, origin: this.#origin, path: target, headers };
    if (body === undefined) return request;
    const headersWithType = { ...headers, "content-type": "application/json" };
    return { ...request, headers: headersWithType, body: JSON.stringify(body) };
  }

  async #toApiError(call: ApiCall, refusal: Refusal, operation: Operation, token = ""): Promise<ApiError> {
    const { response, attempt } = refusal;
    const body = readErrorBody(response, (text) => operation.redact(this.#redact(text, token)));
    const { remedy, code } = await remedyFor(refusal, body, call, {
      token,
      renewable: this.#tokens.renewable,
      limitName: operation.limitName,
    });
    return refusedError(response, body, { method: call.method, path: call.path, attempt, remedy, code });
  }
}

function makesOthersWait({ status, headers }: HttpResponse, { ownLimit }: ApiCall): boolean {
  return status === 429 ? !ownLimit : status === 503 && headerText(headers, "retry-after") !== undefined;
}
