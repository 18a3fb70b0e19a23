/** Codes are stable; words are not. Match on `code`. */
export type IdmErrorCode =
  | "ERR_IDM_CONFIG"
  | "ERR_IDM_INPUT"
  | "ERR_IDM_API"
  | "ERR_IDM_UNSUPPORTED_OPERATION"
  | "ERR_IDM_NETWORK"
  | "ERR_IDM_TIMEOUT"
  | "ERR_IDM_ABORTED"
  | "ERR_IDM_RESPONSE_SHAPE"
  | "ERR_IDM_UNKNOWN_OUTCOME"
  | "ERR_IDM_AMBIGUOUS"
  | "ERR_IDM_VERIFICATION"
  | "ERR_IDM_PARTIAL_CREATE";

/** Base of every error this provider throws on purpose. Holds no secret, header or request body. */
export class IdmError extends Error {
  readonly code: IdmErrorCode;

  constructor(code: IdmErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
  }

  /** A copy whose message begins with `subject`: one error (of a shared token request, say) may be told for several resources. */
  about(subject: string): this {
    const message = `${subject}: ${this.message}`;
    // Made by Error, so that it is one to `util.inspect` and `structuredClone` as well.
    const copy = Object.setPrototypeOf(new Error(message), Object.getPrototypeOf(this));
    const { message: _message, stack: _stack, ...rest } = Object.getOwnPropertyDescriptors(this);
    const stack = { value: `${this.name}: ${message}`, writable: true, configurable: true };
    return Object.defineProperties(copy, { ...rest, stack });
  }
}

/** One or more settings are missing, malformed or contradict each other; the message names key and environment variable of each. */
export class ConfigError extends IdmError {
  constructor(problems: readonly string[]) {
    super(
      "ERR_IDM_CONFIG",
      problems.length === 1
        ? `${problems[0]}`
        : `${problems.length} settings are wrong:\n- ${problems.join("\n- ")}`,
    );
  }
}

/** What `ApiError` tells of the refused request; `path` holds no query and no origin. */
export interface ApiErrorDetails {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** `errorCode` or OAuth `error` of the answer's body. */
  readonly apiCode?: string | undefined;
  /** `x-request-id` or the like, to quote to the service's support. */
  readonly requestId?: string | undefined;
}

/** The service answered with a status other than 2xx. */
export class ApiError extends IdmError {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly apiCode: string | undefined;
  readonly requestId: string | undefined;

  constructor(
    message: string,
    details: ApiErrorDetails,
    code: IdmErrorCode = "ERR_IDM_API",
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    this.status = details.status;
    this.method = details.method;
    this.path = details.path;
    this.apiCode = details.apiCode;
    this.requestId = details.requestId;
  }
}

/** No answer came: name look-up, connection, TLS, or a connection cut. `sent` tells whether the request may have reached the service. */
export class NetworkError extends IdmError {
  readonly sent: boolean;

  constructor(message: string, sent: boolean, options?: ErrorOptions) {
    super("ERR_IDM_NETWORK", message, options);
    this.sent = sent;
  }
}

/** A request or an operation took longer than its setting allows. */
export class TimeoutError extends IdmError {
  readonly sent: boolean;

  constructor(message: string, sent: boolean, options?: ErrorOptions) {
    super("ERR_IDM_TIMEOUT", message, options);
    this.sent = sent;
  }
}

/** A 2xx answer whose body is not what interface.md describes. */
export class ResponseShapeError extends IdmError {
  constructor(message: string, options?: ErrorOptions) {
    super("ERR_IDM_RESPONSE_SHAPE", message, options);
  }
}

/** The service may or may not have acted on a request; `cause` is what happened to it. */
export class UnknownOutcomeError extends IdmError {
  constructor(message: string, options?: ErrorOptions) {
    super("ERR_IDM_UNKNOWN_OUTCOME", message, options);
  }
}

/** A create that stopped half-way: the engine keeps `id` and `properties` in the state and goes on with the next `up`. The message is that of `cause`. */
export class PartialCreateError extends IdmError {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly reasons: readonly string[];

  constructor(id: string, properties: Readonly<Record<string, unknown>>, cause: Error) {
    super("ERR_IDM_PARTIAL_CREATE", cause.message, { cause });
    this.id = id;
    this.properties = properties;
    this.reasons = [cause.message];
  }
}
