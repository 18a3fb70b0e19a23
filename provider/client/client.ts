import { z } from "zod";
import type { Settings } from "../config.ts";
import {
  type ApiError,
  type IdmError,
  NetworkError,
  ResponseShapeError,
  TimeoutError,
  UnknownOutcomeError,
} from "../errors.ts";
import { parseAnswer, readComplaint, refusalError } from "./answer.ts";
import { type AccessToken, TokenSource, tokenUrl } from "./auth.ts";
import { type Log, Operation } from "./operation.ts";
import { Pacer } from "./pacing.ts";
import type { Path } from "./path.ts";
import { type Redact, redactor } from "./redact.ts";
import { remedyFor } from "./remedy.ts";
import { decide, type Outcome, type Verdict } from "./retry.ts";
import { type HttpAnswer, type HttpRequest, isCertificateError, Transport } from "./transport.ts";

/** A request of the management interface. */
export interface ApiCall {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** The scope it needs, such as `create:roles`; for messages. */
  readonly scope: string;
  /** Repeating does no harm, even when the service has acted already. Default: everything but POST. */
  readonly repeatable?: boolean;
  /** What the user can do when the service does not offer this operation (405, 501). */
  readonly wayRound?: string;
}

export interface OperationOptions {
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/** One authenticated client, shared by all resources of the provider process. */
export class Client {
  readonly settings: Settings;
  readonly #log: Log;
  readonly #transport: Transport;
  readonly #pacer: Pacer;
  readonly #tokens: TokenSource;
  readonly #redact: Redact;

  constructor(settings: Settings, log: Log) {
    this.settings = settings;
    this.#log = log;
    this.#transport = new Transport({
      connections: settings.maxConcurrency,
      requestTimeoutMs: settings.requestTimeoutMs,
    });
    this.#pacer = new Pacer({
      maxConcurrency: settings.maxConcurrency,
      onWait: (seconds) => log(`The service limits the rate of requests: waiting ${Math.round(seconds)} s.`),
    });
    this.#tokens = new TokenSource(settings, (form) => this.#requestToken(form));
    this.#redact = redactor(settings.credentials);
  }

  /**
   * Runs the work of one resource. What it sends shares one deadline (default `idm:retryDeadlineSeconds`),
   * and its errors begin with `subject`.
   */
  async operate<T>(
    subject: string,
    work: (operation: Operation) => Promise<T>,
    options: OperationOptions = {},
  ): Promise<T> {
    const operation = new Operation(
      subject,
      options.deadlineMs ?? this.settings.retryDeadlineMs,
      this.#log,
      options.signal,
    );
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
    const repeatable = call.repeatable ?? call.method !== "POST";
    const title = `${call.method} ${call.path}`;
    const ticket = this.#pacer.ticket();
    let token: AccessToken | undefined;
    const result = await this.#repeat(title, operation, {
      repeatable,
      renew: () => token && this.#tokens.renewable && (this.#tokens.drop(token), true),
      attempt: async () => {
        token = await this.#tokens.get(operation.signal);
        const request = this.#httpRequest(title, call, token);
        return this.#pacer.run(ticket, operation.signal, () =>
          this.#transport.send(request, operation.signal),
        );
      },
    });
    if (result.verdict === "accept") return result.body;
    if (result.verdict === "unknown")
      throw unknownOutcome(title, result.error ?? (await this.#refusal(call, result, token)));
    throw result.error ?? (await this.#refusal(call, result, token));
  }

  /** Ends every connection; the client cannot be used afterwards. */
  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** The loop around `decide`: attempts, waits, and in the end what came last. */
  async #repeat(title: string, operation: Operation, work: Work): Promise<Result> {
    let renewed = false;
    for (let attempt = 1; ; attempt++) {
      const last = await attemptOnce(title, work.attempt, operation.signal);
      const verdict = decide({
        outcome: last.outcome,
        attempt,
        repeatable: work.repeatable,
        tokenIsFinal: renewed,
        remainingMs: operation.remainingMs,
        nowMs: Date.now(),
        random: Math.random(),
      });
      if (verdict.kind === "renew") {
        renewed = true;
        if (!work.renew()) return { ...last, verdict: "refuse" };
        continue;
      }
      if (verdict.kind !== "repeat") return { ...last, verdict: verdict.kind };
      await operation.wait(
        verdict.delayMs,
        last.error?.message ?? `${title} was answered ${last.answer?.status}; it is repeated`,
      );
    }
  }

  async #requestToken(form: () => Promise<URLSearchParams>): Promise<z.infer<typeof tokenAnswer>> {
    const title = "POST /oauth/token/";
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
    const result = await this.operate("Access token", (operation) =>
      this.#repeat(title, operation, {
        repeatable: true,
        renew: () => false,
        attempt: async () => {
          const body = (await form()).toString();
          const request: HttpRequest = {
            title,
            method: "POST",
            url: tokenUrl(this.settings.authUrl),
            headers,
            body,
          };
          return this.#transport.send(request, operation.signal);
        },
      }),
    );
    if (result.verdict !== "accept") throw result.error ?? this.#tokenRefusal(result);
    const parsed = tokenAnswer.safeParse(result.body);
    if (!parsed.success)
      throw new ResponseShapeError(
        `${title}: the answer holds no access_token. Check idm:authUrl (IDM_AUTH_URL)`,
      );
    return parsed.data;
  }

  #httpRequest(title: string, call: ApiCall, token: AccessToken): HttpRequest {
    const query = call.query ? `?${new URLSearchParams(call.query)}` : "";
    const headers: Record<string, string> = {
      authorization: `Bearer ${token.text}`,
      accept: "application/json",
    };
    if (call.body !== undefined) headers["content-type"] = "application/json";
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    return { title, method: call.method, url: `${this.settings.baseUrl}${call.path}${query}`, headers, body };
  }

  async #refusal(call: ApiCall, result: Result, token: AccessToken | undefined): Promise<ApiError> {
    const answer = requireAnswer(result);
    const complaint = readComplaint({ ...answer, text: this.#redact(answer.text) });
    const { remedy, code } = await remedyFor(answer, call, {
      token: token?.text ?? "",
      renewable: this.#tokens.renewable,
    });
    return refusalError(answer, complaint, { method: call.method, path: call.path, remedy, code });
  }

  #tokenRefusal(result: Result): ApiError {
    const answer = requireAnswer(result);
    const complaint = readComplaint({ ...answer, text: this.#redact(answer.text) });
    const { credentials } = this.settings;
    const secret =
      credentials.kind === "private-key"
        ? "idm:privateKey (IDM_PRIVATE_KEY), idm:keyId (IDM_KEY_ID)"
        : "idm:clientSecret (IDM_CLIENT_SECRET)";
    const remedy = `No access token was given. Check idm:clientId (IDM_CLIENT_ID), ${secret}, idm:audience (IDM_AUDIENCE) and idm:authUrl (IDM_AUTH_URL).`;
    return refusalError(answer, complaint, { method: "POST", path: "/oauth/token/", remedy });
  }
}

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
});

interface Work {
  readonly repeatable: boolean;
  readonly attempt: () => Promise<HttpAnswer>;
  /** Prepares for a new token; false when none can be had. */
  readonly renew: () => boolean | undefined;
}

interface Attempt {
  readonly outcome: Outcome;
  readonly answer?: HttpAnswer;
  readonly body?: unknown;
  readonly error?: IdmError;
}

interface Result extends Attempt {
  readonly verdict: Exclude<Verdict["kind"], "repeat" | "renew">;
}

async function attemptOnce(
  title: string,
  send: () => Promise<HttpAnswer>,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    const answer = await send();
    const outcome: Outcome = { kind: "answer", status: answer.status, headers: answer.headers };
    if (answer.status < 200 || answer.status > 299) return { outcome, answer };
    return { outcome, answer, body: parseAnswer(title, answer) };
  } catch (error) {
    if (error === signal.reason) throw error;
    if (error instanceof ResponseShapeError) return { outcome: { kind: "unusable" }, error };
    if (error instanceof NetworkError || error instanceof TimeoutError) {
      return {
        outcome: { kind: "failure", sent: error.sent, permanent: isCertificateError(error.cause) },
        error,
      };
    }
    throw error;
  }
}

function requireAnswer(result: Result): HttpAnswer {
  if (!result.answer) throw new ResponseShapeError("no answer to report");
  return result.answer;
}

function unknownOutcome(title: string, cause: IdmError): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `${cause.message.replace(/\.?$/, ".")} Whether the service has acted on ${title} is not known`,
    { cause },
  );
}
