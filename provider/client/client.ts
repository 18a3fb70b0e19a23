import type { Settings } from "../config/settings.ts";
import type { ApiError } from "../errors.ts";
import { parseAnswer, readComplaint, refusalError } from "./answer.ts";
import type { ApiCall } from "./api-call.ts";
import { attempt } from "./attempts.ts";
import { type AccessToken, TokenSource } from "./auth.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { type Log, Operation } from "./operation.ts";
import { Pacer, type Ticket } from "./pacing.ts";
import { type Redact, redactor } from "./redact.ts";
import { remedyFor } from "./remedy.ts";
import { type Token, tokenTask } from "./token-request.ts";
import { Transport } from "./transport.ts";

export type { ApiCall };

export interface OperationOptions {
  /** Default `idm:retryDeadlineSeconds`. */
  readonly deadlineMs?: number;
  /** Stops the operation; what it has sent already may still be acted on. */
  readonly signal?: AbortSignal;
}

/** One authenticated client, shared by all resources of the provider process. */
export class Client {
  readonly settings: Settings;
  readonly #log: Log;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #transport: Transport;
  readonly #pacer: Pacer;
  readonly #tokens: TokenSource;
  readonly #redact: Redact;

  /** Throws `ConfigError` for proxy variables that cannot be used; connects to nobody yet. */
  constructor(settings: Settings, log: Log) {
    const { maxConcurrency, requestTimeoutMs, credentials } = settings;
    this.settings = settings;
    this.#log = log;
    ({ origin: this.#origin, pathname: this.#basePath } = new URL(settings.baseUrl));
    // One more than there are requests in flight: a token request must not queue behind them.
    this.#transport = new Transport({ connections: maxConcurrency + 1, requestTimeoutMs });
    this.#pacer = new Pacer({
      maxConcurrency,
      onWait: (seconds) => log(`The service limits the rate of requests: waiting ${Math.round(seconds)} s.`),
    });
    this.#tokens = new TokenSource(credentials, () => this.#requestToken());
    this.#redact = redactor(credentials);
  }

  /**
   * Runs the work of one resource. What it sends shares one deadline (default `idm:retryDeadlineSeconds`),
   * and its log lines begin with `subject`.
   */
  async operate<T>(
    subject: string,
    work: (operation: Operation) => Promise<T>,
    options: OperationOptions = {},
  ): Promise<T> {
    const { deadlineMs = this.settings.retryDeadlineMs, signal } = options;
    const operation = new Operation(subject, deadlineMs, this.#log, signal);
    try {
      return await work(operation);
    } finally {
      operation.end();
    }
  }

  /**
   * Sends `call`, repeating it where that is safe, and answers the JSON of a 2xx answer (undefined for an empty one).
   * Throws `UnknownOutcomeError` when the service may have acted on a call that is not repeatable, else `ApiError`, `NetworkError`, `TimeoutError` or `ResponseShapeError`.
   */
  async request(call: ApiCall, operation: Operation): Promise<unknown> {
    const { signal } = operation;
    const request = this.#httpRequest(call);
    const ticket = this.#pacer.ticket();
    let token: AccessToken | undefined;
    const send = async (): Promise<HttpResponse> => {
      // Past the gate, where it may have waited for longer than a token lives.
      token = await this.#tokens.get(signal);
      const headers = { ...request.headers, authorization: `Bearer ${token.text}` };
      return this.#transport.send({ ...request, headers }, signal);
    };
    return attempt(
      {
        title: request.title,
        repeatable: call.repeatable ?? call.method !== "POST",
        gated: true,
        ownLimit: call.ownLimit,
        send: () => this.#paced(ticket, signal, send, call.ownLimit),
        read: (answer) => parseAnswer(request.title, answer),
        explain: (answer) => this.#refusal(call, answer, token?.text),
        renew: this.#tokens.renewable ? () => token && this.#tokens.drop(token) : undefined,
      },
      operation,
    );
  }

  /** Ends every connection; the client cannot be used afterwards. */
  close(): void {
    this.#transport.close();
  }

  /** What an operation with a limit of its own is answered says nothing about the limit of all the others. */
  async #paced(
    ticket: Ticket,
    signal: AbortSignal,
    send: () => Promise<HttpResponse>,
    ownLimit = false,
  ): Promise<HttpResponse> {
    if (!ownLimit) return this.#pacer.run(ticket, signal, send);
    const unheard = async () => ({ status: 200, headers: {}, answer: await send() });
    return (await this.#pacer.run(ticket, signal, unheard)).answer;
  }

  #requestToken(): Promise<Token> {
    return this.operate("Access token", (operation) => {
      const send = (request: HttpRequest) => this.#transport.send(request, operation.signal);
      return attempt(tokenTask(this.settings, this.#redact, send), operation);
    });
  }

  #httpRequest({ method, path, query, body }: ApiCall): HttpRequest {
    const title = `${method} ${path}`;
    const target = this.#basePath + path + (query ? `?${new URLSearchParams(query)}` : "");
    const headers = { accept: "application/json" };
    const request = { title, method, origin: this.#origin, path: target, headers };
    if (body === undefined) return request;
    const typed = { ...headers, "content-type": "application/json" };
    return { ...request, headers: typed, body: JSON.stringify(body) };
  }

  async #refusal(call: ApiCall, answer: HttpResponse, token = ""): Promise<ApiError> {
    const complaint = readComplaint(answer, (text) => this.#redact(text, token));
    const { remedy, code } = await remedyFor(answer, call, { token, renewable: this.#tokens.renewable });
    return refusalError(answer, complaint, { method: call.method, path: call.path, remedy, code });
  }
}
