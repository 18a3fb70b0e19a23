/** The store of `oidc-provider`: it holds the used client assertions until they expire. */
export class ReplayStore {
  readonly #used = new Map<string, { payload: object; expiresAtMs: number }>();

  async upsert(id: string, payload: object, lifetimeSeconds: number): Promise<void> {
    this.#used.set(id, { payload, expiresAtMs: Date.now() + lifetimeSeconds * 1000 });
  }

  async find(id: string): Promise<object | undefined> {
    const entry = this.#used.get(id);
    return entry !== undefined && entry.expiresAtMs > Date.now() ? entry.payload : undefined;
  }

  async destroy(id: string): Promise<void> {
    this.#used.delete(id);
  }
}
