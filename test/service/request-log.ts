/** One request and the status of its response. */
export interface LoggedRequest {
  kind: "api" | "token";
  method: string;
  /** Path from the root, with `/api/v2` and without the query. */
  path: string;
  query: string;
  userAgent: string | undefined;
  /** 0 until the response is sent; it stays 0 when none is. */
  status: number;
  /** Time of arrival: UNIX time in milliseconds. */
  at: number;
}

/** Every request since the start or the last reset. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #inFlight = 0;
  #maxInFlight = 0;

  /** Requests of the management API, oldest first. */
  get api(): LoggedRequest[] {
    return this.#entries.filter(({ kind }) => kind === "api");
  }

  /** Requests to the authorisation server, oldest first. */
  get token(): LoggedRequest[] {
    return this.#entries.filter(({ kind }) => kind === "token");
  }

  /** API requests whose method is not GET. */
  get writes(): LoggedRequest[] {
    return this.api.filter(({ method }) => method !== "GET");
  }

  /** Most API requests in flight at the same time. */
  get maxInFlight(): number {
    return this.#maxInFlight;
  }

  reset(): void {
    this.#entries = [];
    this.#maxInFlight = this.#inFlight;
  }

  /**
   * Logs an arrival. Call the returned function with the status of the response, or with 0 when the connection closed
   * first.
   */
  begin(method: string, url: string, userAgent?: string): (status: number) => void {
    const { pathname: path, search: query } = new URL(url, "http://stand-in");
    const kind = path.startsWith("/api/v2") ? "api" : "token";
    const entry: LoggedRequest = { kind, method, path, query, userAgent, status: 0, at: Date.now() };
    this.#entries.push(entry);
    const end = kind === "api" ? this.#enter() : () => {};
    return (status) => {
      if (status > 0) entry.status = status;
      end();
    };
  }

  #enter(): () => void {
    this.#inFlight += 1;
    this.#maxInFlight = Math.max(this.#maxInFlight, this.#inFlight);
    let inFlight = true;
    return () => {
      if (inFlight) this.#inFlight -= 1;
      inFlight = false;
    };
  }
}
