/** Counts the requests that change something at the service. */
export class WriteCount {
  #begun = 0;
  #open = 0;

  /** The number of writes so far, those in flight included. */
  get begun(): number {
    return this.#begun;
  }

  /** The number of writes in flight. */
  get open(): number {
    return this.#open;
  }

  /** Call it when a request begins, and what it returns when the request has ended, in whatever way. */
  begin(method: string): () => void {
    if (method === "GET") return () => {};
    this.#begun += 1;
    this.#open += 1;
    return () => {
      this.#open -= 1;
    };
  }
}
