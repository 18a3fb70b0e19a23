/** One HTTP request. */
export interface HttpRequest {
  /** Method and path without the query, as messages show them: `POST /roles`. */
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `https://tenant.example.com` */
  readonly origin: string;
  /** Absolute path with the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
}

/** Header fields by their names in lower case. */
export type HttpHeaders = Record<string, string | string[] | undefined>;

/** One complete HTTP response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** The body as a string, without a byte order mark. */
  readonly text: string;
}
