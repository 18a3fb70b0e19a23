import type { Display } from "./display.ts";
import type { FleetResult, TenantResult } from "./results.ts";
import { changesText, secondsText } from "./words.ts";

/** A line for each start and each end of a tenant: for logs and pipelines. */
export class PlainLines implements Display {
  readonly #result: FleetResult;
  readonly #print: (line: string) => void;
  #ended = 0;

  constructor(result: FleetResult, print: (line: string) => void) {
    this.#result = result;
    this.#print = print;
    this.#ended = result.tenants.filter(({ status }) => status !== "waiting").length;
  }

  show(tenant: TenantResult): void {
    if (tenant.status === "running") this.#line(tenant, `${this.#result.verb} begins`);
    else this.#showEnd(tenant);
  }

  #showEnd(tenant: TenantResult): void {
    this.#ended += 1;
    const { status, changes, seconds = 0, error } = tenant;
    const details = [changesText(changes), secondsText(seconds)].filter((text) => text !== "").join(", ");
    this.#line(tenant, `${status} (${details})${error === undefined ? "" : `: ${error}`}`);
  }

  say(text: string): void {
    this.#print(text);
  }

  close(): void {}

  #line({ name }: TenantResult, text: string): void {
    this.#print(`[${this.#ended}/${this.#result.tenants.length}] ${name}: ${text}`);
  }
}
