import { type NameServer, startNameServer } from "../service/dns-for-test.ts";
import { type Service, startService } from "../service/service.ts";
import { waitingDomain } from "./actions.ts";

/** A service, and the DNS server at which it verifies domains. */
export interface Lent {
  readonly service: Service;
  readonly dnsServer: string;
}

/** Lends services to at most `size` users at a time. Services are started when first needed. */
export class ServicePool {
  readonly #idle: Service[] = [];
  readonly #started: Service[] = [];
  readonly #dns: Promise<NameServer> = startNameServer();
  readonly #waiting: (() => void)[] = [];
  readonly #size: number;
  #users = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Calls `use` with a service that nobody else uses meanwhile. */
  async lend<T>(use: (lent: Lent) => Promise<T>): Promise<T> {
    if (this.#users < this.#size) this.#users += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const { address } = await this.#dns;
      const service = this.#idle.pop() ?? (await this.#start(address));
      return await use({ service, dnsServer: address }).finally(() => this.#idle.push(service));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#users -= 1;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#started.map((service) => service.close()));
    await (await this.#dns).stop();
  }

  async #start(dnsServer: string): Promise<Service> {
    const { recordName: name, value } = waitingDomain;
    (await this.#dns).records = [{ name, type: "TXT", data: value }];
    const service = await startService({ dnsServers: [dnsServer], verifyLimit: 1_000_000 });
    this.#started.push(service);
    return service;
  }
}
