import type { Settings } from "../config/settings.ts";
import { settingName } from "../config/settings-reader.ts";
import type { ApiError } from "../errors.ts";
import type { ApiCall } from "./api-call.ts";
import { runTask } from "./attempts.ts";
import { type AccessToken, TokenSource } from "./auth.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { type Log, Operation, type OperationOptions } from "./operation.ts";
import { Pacer, type ReserveEvent, type Ticket } from "./pacing.ts";
import { type Redact, redactor, secretsOf } from "./redact.ts";
import { refusedError } from "./refused-error.ts";
import { remedyFor } from "./remedy.ts";
import { RequestCap } from "./request-cap.ts";
import { parseJsonBody, readErrorBody } from "./response-body.ts";
import { RetryBudget } from "./retry-budget.ts";
import { type GrantedToken, tokenTask } from "./token-request.ts";
import { Transport } from "./transport.ts";
import { WaitTally } from "./wait-tally.ts";

export type { ApiCall };

export interface OperateOptions extends OperationOptions {
  /** Default `idm:retryDeadlineSeconds`. */
  readonly deadlineMs?: number;
}

/** The authenticated client that all resources of a provider process share. */
export class Client {
  readonly settings: Settings;
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

  /** Throws `ConfigError` for a proxy variable that cannot be used. Opens no connection. */
  constructor(settings: Settings, log: Log) {
    const { maxConcurrency, requestTimeoutMs, credentials } = settings;
    this.settings = settings;
    this.#log = log;
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
    this.#tokens = new TokenSource(credentials, () => this.#requestToken());
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
    return [...secretsOf(this.settings.credentials), ...this.#tokens.recent];
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
    let token: AccessToken | undefined;
    const send = async (started: () => void): Promise<HttpResponse> => {
      // The wait in the pacer may take longer than the lifetime of a token.
      if (!token || !this.#tokens.isCurrent(token)) {
        started();
        token = await this.#tokens.get(signal);
        await this.#pacer.again(signal);
      }
      const headers = { ...request.headers, authorization: `Bearer ${token.value}` };
      return this.#transport.send({ ...request, headers }, signal, started);
    };
    return runTask(
      {
        title: request.title,
        repeatable: call.repeatable ?? call.method !== "POST",
        paced: true,
        ownLimit: call.ownLimit,
        budget: this.#budget,
        send: async () => {
          // Before the queue: a request whose turn it is starts at once.
          token = await this.#tokens.get(signal);
          return this.#paced(ticket, signal, send, call.ownLimit);
        },
        read: (response) => parseJsonBody(request.title, response),
        toError: (response) => this.#toApiError(call, response, operation, token?.value),
        renewToken: this.#tokens.renewable ? () => token && this.#tokens.drop(token) : undefined,
      },
      operation,
    );
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

  #requestToken(): Promise<GrantedToken> {
    return this.operate("Access token", (operation) => {
      const { signal } = operation;
      const send = (request: HttpRequest) =>
        this.#tokenPacer.runBeside(signal, (started) => this.#transport.send(request, signal, started));
      const task = tokenTask(this.settings, this.#redact, send);
      return runTask({ ...task, budget: this.#budget }, operation);
    });
  }

  #httpRequest({ method, path, query, body }: ApiCall): HttpRequest {
    const title = `${method} ${path}`;
    const target = this.#basePath + path + (query ? `?${new URLSearchParams(query)}` : "");
    const headers = { accept: "application/json" };
    const request = { title, method, origin: this.#origin, path: target, headers };
    if (body === undefined) return request;
    const headersWithType = { ...headers, "content-type": "application/json" };
    return { ...request, headers: headersWithType, body: JSON.stringify(body) };
  }

  async #toApiError(
    call: ApiCall,
    response: HttpResponse,
    operation: Operation,
    token = "",
  ): Promise<ApiError> {
    const body = readErrorBody(response, (text) => operation.redact(this.#redact(text, token)));
    const { remedy, code } = await remedyFor(response, call, { token, renewable: this.#tokens.renewable });
    return refusedError(response, body, { method: call.method, path: call.path, remedy, code });
  }
}

const budgetUsedUp =
  "The service keeps failing: failed requests are not repeated any more, until one succeeds. Run the same command again later.";

function sayWait(log: Log): (seconds: number, why: "rate limit" | "unavailable") => void {
  const reasons = {
    "rate limit": "The service limits the rate of requests",
    unavailable: "The service is not available for now",
  };
  return (seconds, why) => log(`${reasons[why]}: waiting ${Math.round(seconds)} s.`);
}

function sayReserve(log: Log, { rateLimitReserve }: Settings): (event: ReserveEvent) => void {
  const name = settingName("rateLimitReserve");
  return (event) => {
    if (event === "delays")
      log(
        `${name}: requests wait, so that ${rateLimitReserve} % of the service's rate limit stay free for others.`,
      );
    else if (process.env.IDM_LOG === "debug")
      log(`debug: ${name} has no effect: the service does not tell how many requests are left.`);
  };
}
