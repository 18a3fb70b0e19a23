/** One request as it came, and what became of it. */
export interface LoggedRequest {
  kind: "api" | "token";
  method: string;
  /** Path from the root, so with `/api/v2`, without the query. */
  path: string;
  query: string;
  /** 0 while nothing is answered, and for good when nothing ever is. */
  status: number;
  /** Milliseconds since 1970 at its arrival. */
  at: number;
}

/** Every request since the start or the last reset. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #inFlight = 0;
  #maxInFlight = 0;

  /** Requests of the management API in the order of arrival. */
  get api(): LoggedRequest[] {
    return this.#entries.filter(({ kind }) => kind === "api");
  }

  /** Requests to the authorisation server in the order of arrival. */
  get token(): LoggedRequest[] {
    return this.#entries.filter(({ kind }) => kind === "token");
  }

  /** API requests whose method is not GET. */
  get writes(): LoggedRequest[] {
    return this.api.filter(({ method }) => method !== "GET");
  }

  /** The most API requests that were in work at one time. */
  get maxInFlight(): number {
    return this.#maxInFlight;
  }

  reset(): void {
    this.#entries = [];
    this.#maxInFlight = this.#inFlight;
  }

  /** Notes an arrival; the answer is to be called once, with the status or with 0 when the connection ended first. */
  arrived(method: string, url: string): (status: number) => void {
    const { pathname: path, search: query } = new URL(url, "http://stand-in");
    const kind = path.startsWith("/api/v2") ? "api" : "token";
    const entry: LoggedRequest = { kind, method, path, query, status: 0, at: Date.now() };
    this.#entries.push(entry);
    const leave = kind === "api" ? this.#enter() : () => {};
    return (status) => {
      if (status > 0) entry.status = status;
      leave();
    };
  }

  #enter(): () => void {
    this.#inFlight += 1;
    this.#maxInFlight = Math.max(this.#maxInFlight, this.#inFlight);
    let inside = true;
    return () => {
      if (inside) this.#inFlight -= 1;
      inside = false;
    };
  }
}
