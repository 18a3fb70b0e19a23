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

/** Status and header fields of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: HttpHeaders;
}

/** One complete HTTP response. */
export interface HttpResponse extends ResponseHead {
  /** The body as a string, without a byte order mark. */
  readonly text: string;
}
