import { createWriteStream, mkdirSync, rmSync, type WriteStream } from "node:fs";
import { dirname } from "node:path";
import { privateMode } from "./private-file.ts";
import { formsOf } from "./secret-forms.ts";

/** The file with everything that Pulumi prints for one tenant, without the tenant's credentials. */
export class TenantLog {
  readonly path: string;
  readonly #stream: WriteStream;
  #secrets: readonly string[] = [];
  #line = "";
  #isEmpty = true;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    this.#stream = createWriteStream(path, { mode: privateMode });
  }

  /** Values that are replaced from now on, also where they are escaped or encoded. */
  hide(values: readonly string[]): void {
    const forms = new Set([...this.#secrets, ...values.flatMap(formsOf)]);
    // A secret may contain another.
    this.#secrets = [...forms].sort((one, other) => other.length - one.length);
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
