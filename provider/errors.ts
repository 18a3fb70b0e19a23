import { printable, printableLines } from "./printable.ts";

/** Set in a bundle only: the `homepage` in package.json, the base address of the documentation. */
declare const packageHomepage: string | undefined;

/** The codes of errors. They are stable; the messages are not. Each has a page in `docs/errors/`. */
export const errorCodes = [
  "ERR_IDM_CONFIG",
  "ERR_IDM_INPUT",
  "ERR_IDM_API",
  "ERR_IDM_OTHER_ADDRESS",
  "ERR_IDM_UNSUPPORTED_OPERATION",
  "ERR_IDM_NETWORK",
  "ERR_IDM_TIMEOUT",
  "ERR_IDM_ABORTED",
  "ERR_IDM_RESPONSE_SHAPE",
  "ERR_IDM_UNKNOWN_OUTCOME",
  "ERR_IDM_AMBIGUOUS",
  "ERR_IDM_VERIFICATION",
  "ERR_IDM_PARTIAL_CREATE",
  "ERR_IDM_INTERNAL",
] as const;

/** The code of an error. */
export type IdmErrorCode = (typeof errorCodes)[number];

/** The address of the page about a code. Without a bundle, its path in the repository. */
export function pageOf(code: IdmErrorCode): string {
  const base = typeof packageHomepage === "string" ? packageHomepage : "docs";
  return `${base.replace(/\/$/, "")}/errors/${code.toLowerCase().replaceAll("_", "-")}`;
}

export interface IdmErrorOptions extends ErrorOptions {
  /** What the user can do: one or two sentences. The message ends with it. */
  readonly advice?: string | undefined;
}

/**
 * Base class of the errors of this provider. It contains no secret, header or request body. Its message has no
 * character that could steer a terminal, wherever its parts come from.
 */
export class IdmError extends Error {
  readonly code: IdmErrorCode;
  /** The message without its advice, for a message that has other advice or none. */
  declare readonly withoutAdvice: string;
  /** What the user can do; undefined for none. */
  declare readonly advice: string | undefined;

  /** A string becomes one line. A message of several lines is an array. */
  constructor(
    code: IdmErrorCode,
    message: string | readonly string[],
    { advice, ...options }: IdmErrorOptions = {},
  ) {
    const withoutAdvice = typeof message === "string" ? printable(message) : printableLines(message);
    super(advice ? `${asSentence(withoutAdvice)} ${printable(advice)}` : withoutAdvice, options);
    this.code = code;
    this.name = new.target.name;
    // Not enumerable: code that prints the error would print the message twice.
    for (const [name, value] of Object.entries({ withoutAdvice, advice }))
      Object.defineProperty(this, name, { value, configurable: true });
  }

  /**
   * A copy whose message begins with `subject`. It is a copy because several resources may report the same error,
   * such as that of a shared token request. `redact` removes secrets from the strings of the copy and its causes.
   * Without `redact`, the cause is the same object.
   */
  about(subject: string, redact?: (text: string) => string): this {
    return copyOf(this, `${printable(subject)}: ${this.message}`, redact) as this;
  }

  /** A copy whose message ends with the code and the address of its page, for a user who sees the message only. */
  withCode(): this {
    return copyOf(this, `${this.message} [${this.code}] ${pageOf(this.code)}`) as this;
  }
}

/** The copy is created by `new Error`, so that `util.inspect` and `structuredClone` treat it as an error. */
function copyOf(error: IdmError, message: string, redact?: (text: string) => string): Error {
  const text = redact ? redact(message) : message;
  const copy = Object.setPrototypeOf(new Error(text), Object.getPrototypeOf(error));
  const { message: _message, stack: _stack, ...fields } = Object.getOwnPropertyDescriptors(error);
  if (redact)
    for (const field of Object.values(fields))
      field.value =
        field === fields.cause ? redactedCause(field.value, redact) : redacted(field.value, redact);
  const stack = { value: `${error.name}: ${text}`, writable: true, configurable: true };
  return Object.defineProperties(copy, { ...fields, stack });
}

function redacted(value: unknown, redact: (text: string) => string): unknown {
  return typeof value === "string" ? redact(value) : value;
}

function redactedCause(cause: unknown, redact: (text: string) => string): unknown {
  if (cause instanceof IdmError) return copyOf(cause, cause.message, redact);
  if (cause instanceof Error) return redactedError(cause, redact);
  return typeof cause === "object" ? undefined : redacted(cause, redact);
}

/** A copy of an error of another library, without secrets: name, message, stack, `code` and cause. */
export function redactedError(error: Error, redact: (text: string) => string): Error {
  const { name, message, stack, code, cause } = error as NodeJS.ErrnoException;
  const copy = new Error(
    redact(printable(message)),
    cause === undefined ? undefined : { cause: redactedCause(cause, redact) },
  );
  copy.stack = redact(printableLines((stack ?? `${name}: ${message}`).split("\n")));
  return Object.assign(copy, { name }, code !== undefined && { code: redacted(code, redact) });
}

/** The lines of the message of an error, for another message that contains it. Other errors than ours have one. */
export function linesOf(error: Error): string[] {
  return error instanceof IdmError ? error.message.split("\n") : [error.message];
}

/** The text with a full stop at its end, so that another sentence can follow. */
export function asSentence(text: string): string {
  return text.replace(/\.?$/, ".");
}

/**
 * Settings are missing, malformed or contradict each other. The message names key and environment variable of each.
 */
export class ConfigError extends IdmError {
  constructor(problems: readonly string[]) {
    super(
      "ERR_IDM_CONFIG",
      problems.length === 1
        ? `${problems[0]}`
        : [`${problems.length} settings are wrong:`, ...problems.map((problem) => `- ${problem}`)],
    );
  }
}

/** What `ApiError` says of the refused request. */
export interface ApiErrorDetails {
  readonly status: number;
  readonly method: string;
  /** Without origin and query: `/roles`. */
  readonly path: string;
  /** `errorCode` or OAuth `error` in the body of the response. */
  readonly apiCode?: string | undefined;
  /** `x-request-id` or a similar header, for the service's support. */
  readonly requestId?: string | undefined;
  /** Whether the service itself sent the response, not a proxy, a gateway or another server. Default: false. */
  readonly isOwn?: boolean;
  /** Whether a 404 or 410 says what does not exist. `Not Found` alone may be of a router. Default: false. */
  readonly namesItem?: boolean;
}

/** The service answered with a status other than 2xx. */
export class ApiError extends IdmError {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly apiCode: string | undefined;
  readonly requestId: string | undefined;
  readonly isOwn: boolean;
  readonly namesItem: boolean;

  constructor(
    message: string,
    details: ApiErrorDetails,
    code: IdmErrorCode = "ERR_IDM_API",
    options?: IdmErrorOptions,
  ) {
    super(code, message, options);
    this.status = details.status;
    this.method = details.method;
    this.path = details.path;
    this.apiCode = details.apiCode;
    this.requestId = details.requestId;
    this.isOwn = details.isOwn ?? false;
    this.namesItem = details.namesItem ?? false;
  }
}

/** No complete response came: DNS lookup, connection or TLS failed, or the connection closed. */
export class NetworkError extends IdmError {
  /** Whether the request may have reached the service. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean, options?: IdmErrorOptions) {
    super("ERR_IDM_NETWORK", message, options);
    this.sent = sent;
  }
}

/** A request or an operation took longer than its setting allows. */
export class TimeoutError extends IdmError {
  /** Whether the request may have reached the service. */
  readonly sent: boolean;

  constructor(message: string, sent: boolean, options?: IdmErrorOptions) {
    super("ERR_IDM_TIMEOUT", message, options);
    this.sent = sent;
  }
}

/** A 2xx response whose body is not that of the API. */
export class ResponseShapeError extends IdmError {
  constructor(message: string, options?: IdmErrorOptions) {
    super("ERR_IDM_RESPONSE_SHAPE", message, options);
  }
}

/** An error in the code of this provider or of a package that it uses. `cause` is that error. */
export class InternalError extends IdmError {
  /** Whether a request may have reached the service before. */
  readonly sent: boolean;

  constructor(cause: unknown, sent = false) {
    super("ERR_IDM_INTERNAL", `an error in the code of pulumi-idm: ${describeBug(cause)}`, {
      cause,
      advice: "Report it with this message and the version of pulumi-idm",
    });
    this.sent = sent;
  }
}

/** Name, message and place: `TypeError: x is not a function (index.js:12:3)`. The folder stays private. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [, place] = /\n +at [^\n]*?([^/\\\n(]+:\d+:\d+)\)?/.exec(error.stack ?? "") ?? [];
  return `${error.name}: ${error.message}${place ? ` (${place})` : ""}`;
}

/** The error as a host tells it: a program sees the message only, so that it ends with code and page. */
export function toldError(error: unknown): IdmError {
  return (error instanceof IdmError ? error : new InternalError(error)).withCode();
}

/** The service may or may not have acted on a request. `cause` is what happened to the request. */
export class UnknownOutcomeError extends IdmError {
  constructor(message: string, options?: ErrorOptions) {
    super("ERR_IDM_UNKNOWN_OUTCOME", message, options);
  }
}

/**
 * An incomplete create: the engine keeps `id` and `properties` in the state, and the next `up` continues. The message
 * is that of `cause`.
 */
export class PartialCreateError extends IdmError {
  readonly id: string;
  /** May contain secrets. It is not enumerable, so that code that prints the error does not print them. */
  declare readonly properties: Readonly<Record<string, unknown>>;
  readonly reasons: readonly string[];

  constructor(id: string, properties: Readonly<Record<string, unknown>>, cause: Error) {
    super("ERR_IDM_PARTIAL_CREATE", linesOf(cause), { cause });
    this.id = id;
    Object.defineProperty(this, "properties", { value: properties });
    this.reasons = [this.message];
  }
}

/** The user has stopped the engine. */
export function stoppedError(): IdmError {
  return new IdmError(
    "ERR_IDM_ABORTED",
    "stopped before it was done; run the same command again to continue",
  );
}
