import { IdmError, InternalError, NetworkError, TimeoutError } from "../errors.ts";
import { printable } from "../printable.ts";
import { maxResponseBytes } from "./dispatcher.ts";
import type { HttpRequest } from "./http.ts";

/** A request without a complete response. `error` is for the user; the rest is what the decision to repeat needs. */
export class RequestFailure extends Error {
  readonly error: NetworkError | TimeoutError | InternalError;
  /** A repetition would fail the same way. */
  readonly permanent: boolean;

  constructor(error: NetworkError | TimeoutError | InternalError, permanent = false) {
    super(error.message);
    this.error = error;
    this.permanent = permanent;
  }
}

type Target = Pick<HttpRequest, "title" | "origin">;

/** The request exceeded `timeoutMs`. */
export function timedOut(title: string, timeoutMs: number, sent: boolean): RequestFailure {
  const what = sent ? "no complete response" : "no connection";
  return new RequestFailure(
    new TimeoutError(`${title}: ${what} within ${timeoutMs / 1000} s`, sent, {
      advice:
        "Check the network and the service's status, or raise idm:requestTimeoutSeconds (IDM_REQUEST_TIMEOUT_SECONDS)",
    }),
  );
}

/** Maps an error of the network or of undici, or the abort of a request that was `sent` already. */
export function requestFailure(target: Target, error: unknown, sent: boolean): RequestFailure {
  const { title, origin } = target;
  if (error instanceof IdmError)
    return failed(`${title}: cancelled before the response was complete: ${error.message}`, sent, error);
  const cause = withoutDetails(error);
  if (sent && cause.code === assertionCode) return notHttp(target, cause);
  if (isBug(error)) return new RequestFailure(new InternalError(error, sent), true);
  if (cause.code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return tooLarge(title, sent, cause);
  if (!sent) return notReached(target, cause);
  return failed(
    `${title}: the connection to ${origin} was lost before the response was complete (${reason(cause)})`,
    sent,
    cause,
    { advice: remedy(cause), permanent: isPermanent(cause) },
  );
}

function notReached({ title, origin }: Target, cause: Error): RequestFailure {
  const message = `${title}: ${origin} could not be reached (${reason(cause)})`;
  return failed(message, false, cause, { advice: remedy(cause), permanent: isPermanent(cause) });
}

/** The parser of undici fails with an assertion for the status 000, for example. */
function notHttp({ title, origin }: Target, cause: Error): RequestFailure {
  return failed(`${title}: the response of ${origin} is not valid HTTP`, true, cause, {
    advice: remedy(cause),
  });
}

function tooLarge(title: string, sent: boolean, cause: Error): RequestFailure {
  const mebibytes = maxResponseBytes / 1024 / 1024;
  return failed(
    `${title}: the response is larger than ${mebibytes} MiB, far more than the service ever sends`,
    sent,
    cause,
    { advice: "Check idm:baseUrl (IDM_BASE_URL)", permanent: true },
  );
}

function failed(
  message: string,
  sent: boolean,
  cause: Error,
  { advice, permanent = false }: { advice?: string; permanent?: boolean } = {},
): RequestFailure {
  return new RequestFailure(new NetworkError(message, sent, { cause, advice }), permanent);
}

/** The classes of errors that code throws, and no network. */
const bugs = [RangeError, ReferenceError, SyntaxError, TypeError];

const assertionCode = "ERR_ASSERTION";

/** Whether the error is one of the code. undici has a class of its own for arguments that it does not accept. */
function isBug(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    bugs.some((kind) => error instanceof kind) || code === assertionCode || code === "UND_ERR_INVALID_ARG"
  );
}

/** A copy with name, code and message only: errors of undici and TLS hold sockets, certificates and response bytes. */
function withoutDetails(error: unknown): NodeJS.ErrnoException {
  const { name, message, code, cause } = error as NodeJS.ErrnoException;
  const text = printable(message || (cause instanceof Error ? cause.message : ""), maxReasonLength);
  return Object.assign(new Error(text), { name, stack: `${name}: ${text}`, ...(code && { code }) });
}

/** In characters. The text may come from a proxy or from a certificate. */
const maxReasonLength = 500;

function reason({ code, message }: NodeJS.ErrnoException): string {
  const [, inWords = message] = openSslError.exec(message) ?? [];
  return [code, inWords].filter(Boolean).join(": ");
}

/** `407D…:error:0A00010B:SSL routines:FUNCTION:wrong version number:FILE:LINE:` */
const openSslError = /:SSL routines:[^:]*:([^:]+):/;

function remedy(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN")
    return "Check the host name in idm:baseUrl (IDM_BASE_URL) and idm:authUrl (IDM_AUTH_URL), and the DNS of this machine";
  if (isPlain(error))
    return "The server does not speak TLS at this address and port, or a proxy answers in its place: check the port and https: in idm:baseUrl (IDM_BASE_URL) and idm:authUrl (IDM_AUTH_URL), and the proxy variables";
  if (isTls(error))
    return "Check the server's certificate, or name your own certificate authority in NODE_EXTRA_CA_CERTS";
  return "Check idm:baseUrl (IDM_BASE_URL), the network and the proxy variables";
}

/** TLS failures, what undici does not accept, a closed client, and a proxy's 4xx response to CONNECT. */
function isPermanent(error: NodeJS.ErrnoException): boolean {
  const { code = "", message } = error;
  return isTls(error) || /^UND_ERR_(INVALID_ARG|DESTROYED|CLOSED)$/.test(code) || tunnelRefused.test(message);
}

/** undici names the status with which a proxy refuses a CONNECT in its message only. */
const tunnelRefused = /^Proxy response \(4\d\d\)/;

/** What OpenSSL makes of a response that is not TLS, depending on its first bytes. */
function isPlain({ code = "", message }: NodeJS.ErrnoException): boolean {
  return (
    /^(ERR_SSL_|EPROTO)/.test(code) &&
    /wrong.version.number|packet.length.too.long|http.request/i.test(`${code} ${message}`)
  );
}

function isTls({ code = "" }: NodeJS.ErrnoException): boolean {
  return /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|_SIGNATURE$|^EPROTO$|^HOSTNAME_MISMATCH$|^UND_ERR_PRX_TLS$/.test(
    code,
  );
}
