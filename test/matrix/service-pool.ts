import { type Service, startService } from "../service/service.ts";

/** Lends services to at most `size` users at a time. Services are started when first needed. */
export class ServicePool {
  readonly #idle: Service[] = [];
  readonly #started: Service[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #size: number;
  #users = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Calls `use` with a service that nobody else uses meanwhile. */
  async lend<T>(use: (service: Service) => Promise<T>): Promise<T> {
    if (this.#users < this.#size) this.#users += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const service = this.#idle.pop() ?? (await this.#start());
      return await use(service).finally(() => this.#idle.push(service));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#users -= 1;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map((service) => service.close()));
  }

  async #start(): Promise<Service> {
    const service = await startService();
    this.#started.push(service);
    return service;
  }
}
