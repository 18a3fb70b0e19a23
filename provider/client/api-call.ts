import type { ResponseHead } from "./http.ts";
import type { Path } from "./path.ts";

/** One request of the management API. */
export interface ApiCall {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: Path;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** The scope that it needs, such as `create:roles`; for messages. */
  readonly scope: string;
  /** Repeating is harmless, even if the service has acted already. Default: true, but for POST. */
  readonly repeatable?: boolean;
  /** This operation has a rate limit of its own, which the caller keeps: a 429 is an error at once. */
  readonly ownLimit?: boolean;
  /** A failure is final, because the caller has another way. A 429 and an expired token are still waited out. */
  readonly oneAttempt?: boolean;
  /** What the user can do when the service does not support this operation (405, 501). */
  readonly workaround?: string;
  /** What else the user can do about a 404 that is not an error of the service itself. */
  readonly ifNotOwn?: string;
  /** What the user can do about other statuses, where this call has better advice than the default. */
  readonly remedies?: Readonly<Record<number, string>>;
  /** Called with the head of the 2xx response, before its body is read. */
  readonly onHead?: (head: ResponseHead) => void;
}
