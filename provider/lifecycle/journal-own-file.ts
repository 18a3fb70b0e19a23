import { mkdirSync, rmdirSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { appendLines, ignoreErrors } from "./journal-file.ts";

/** The journal's file of this process. */
export class OwnFile {
  readonly path: string;
  #exists = false;
  /** Lines that could not be written. They are written with the next one: a full disk may have space again. */
  #unwritten = "";
  /** Why lines could not be written. The user is told once. */
  #failure: { readonly error: unknown; isTold: boolean } | undefined;

  /** An empty path: nothing is written. */
  constructor(path: string) {
    this.path = path;
  }

  /** Whether the file has all lines. */
  get isComplete(): boolean {
    return this.#unwritten === "";
  }

  append(lines: string): void {
    if (this.path === "") return;
    this.#unwritten += lines;
    try {
      this.#write();
    } catch {
      // The folder does not exist yet, or another process has removed it with its last file.
      this.#writeInNewFolder();
    }
  }

  #writeInNewFolder(): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      this.#write();
    } catch (error) {
      this.fail(error);
    }
  }

  #write(): void {
    appendLines(this.path, this.#unwritten);
    this.#exists = true;
    this.#unwritten = "";
  }

  fail(error: unknown): void {
    this.#failure ??= { error, isTold: false };
  }

  /** The error to tell the user. Undefined when there is none, or it is told. */
  failureOnce(): unknown {
    const failure = this.#failure;
    if (!failure || failure.isTold) return undefined;
    failure.isTold = true;
    return failure.error;
  }

  /** The folder goes with its last file. */
  remove(): void {
    if (this.#exists) removeFile(this.path);
  }
}

/** Deletes a file of the journal. The folder goes with its last file. */
export function removeFile(file: string): void {
  ignoreErrors(() => {
    unlinkSync(file);
    rmdirSync(dirname(file));
  });
}
