import { createWriteStream, mkdirSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";

/** The file with everything that Pulumi prints for one tenant, without the tenant's credentials. */
export class TenantLog {
  readonly path: string;
  readonly #stream: WriteStream;
  readonly #secrets: string[] = [];
  #line = "";
  #isEmpty = true;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.#stream = createWriteStream(path);
  }

  /** Values that are replaced from now on. The lines of a key count one by one. */
  hide(values: readonly string[]): void {
    const lines = values.flatMap((value) => [value, ...value.split("\n")]);
    this.#secrets.push(...lines.filter((line) => line.length >= 6));
  }

  /** The text without secrets. */
  clean(text: string): string {
    return this.#secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, "[secret]"), text);
  }

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Takes output in pieces of any size. Whole lines are written, so that a secret in two pieces is found. */
  write = (piece: string): void => {
    this.#isEmpty = false;
    const lines = (this.#line + piece).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#stream.write(`${this.clean(line)}\n`);
  };

  async close(): Promise<void> {
    if (this.#line) this.write("\n");
    await new Promise<void>((resolve) => this.#stream.end(resolve));
  }
}
