import { IdmError, NetworkError, TimeoutError } from "../errors.ts";
import { TooLargeError } from "./exchange.ts";

/** No answer, or none that was complete: `error` is what to tell, the rest is what the decision on repeating needs. */
export class Unanswered extends Error {
  readonly error: NetworkError | TimeoutError;
  /** Repeating cannot mend it. */
  readonly permanent: boolean;

  constructor(error: NetworkError | TimeoutError, permanent = false) {
    super(error.message);
    this.error = error;
    this.permanent = permanent;
  }
}

export function timedOut(title: string, timeoutMs: number, sent: boolean): Unanswered {
  const what = sent ? "no complete answer" : "no connection";
  return new Unanswered(
    new TimeoutError(
      `${title}: ${what} within ${timeoutMs / 1000} s. Check the network and the service's status, or raise idm:requestTimeoutSeconds (IDM_REQUEST_TIMEOUT_SECONDS)`,
      sent,
    ),
  );
}

/** A 407 comes from a proxy, never from the service (RFC 9110, section 15.5.8): the service has got nothing. */
export function refusedByProxy(request: { title: string; origin: string }): Unanswered {
  return unanswered(request, new Error("407 Proxy Authentication Required"), false, true);
}

/** Tells a failure of the network, a refusal of Node to send it, or an abort of a request that was `sent` already. */
export function unanswered(
  request: { title: string; origin: string },
  error: unknown,
  sent: boolean,
  permanent = isPermanent(error as Error),
): Unanswered {
  const { title, origin } = request;
  if (error instanceof IdmError)
    return lost(`${title}: cut off before it was answered: ${error.message}`, sent, error);
  if (error instanceof TooLargeError)
    return lost(
      `${title}: ${error.message}, far more than any of the interface. Check idm:baseUrl (IDM_BASE_URL)`,
      sent,
      error,
      true,
    );
  const what = sent
    ? `the connection to ${origin} was lost before the answer was complete`
    : `${origin} could not be reached`;
  const cause = bare(error);
  return lost(`${title}: ${what} (${reason(cause)}). ${remedy(cause)}`, sent, cause, permanent);
}

function lost(message: string, sent: boolean, cause: Error, permanent = false): Unanswered {
  return new Unanswered(new NetworkError(message, sent, { cause }), permanent);
}

/** Name, code and message only: errors of the parser and of TLS hold bytes of the answer, sockets and certificates. */
function bare(error: unknown): NodeJS.ErrnoException {
  const { name, message, code, cause } = error as NodeJS.ErrnoException;
  const told = message || (cause instanceof Error ? cause.message : "");
  return Object.assign(new Error(told), { name, stack: `${name}: ${told}`, ...(code && { code }) });
}

function reason({ code, message }: NodeJS.ErrnoException): string {
  return [code, message].filter(Boolean).join(": ");
}

function remedy(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN")
    return "Check the host name in idm:baseUrl (IDM_BASE_URL) and idm:authUrl (IDM_AUTH_URL), and the DNS of this machine";
  if (isTls(error))
    return "Check the server's certificate, or name your own authority in NODE_EXTRA_CA_CERTS";
  return "Check idm:baseUrl (IDM_BASE_URL), the network and the proxy variables";
}

/** TLS, and a proxy that says no (4xx). */
function isPermanent(error: NodeJS.ErrnoException & { readonly statusCode?: number }): boolean {
  const { code, statusCode = 0 } = error;
  return isTls(error) || (code === "ERR_PROXY_TUNNEL" && statusCode >= 400 && statusCode < 500);
}

function isTls({ code = "" }: NodeJS.ErrnoException): boolean {
  return /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|_SIGNATURE$|^EPROTO$|^HOSTNAME_MISMATCH$/.test(code);
}
