import type { Path } from "./path.ts";

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
  /** The service limits this operation apart from all others, and the caller keeps to that: a 429 is told at once, and slows nothing else. */
  readonly ownLimit?: boolean;
  /** What the user can do when the service does not offer this operation (405, 501). */
  readonly workaround?: string;
  /** What the user can do about other statuses, where the call knows better than the status tells. */
  readonly remedies?: Readonly<Record<number, string>>;
}
