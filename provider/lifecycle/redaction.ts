import { valueRedactor } from "../client/redact.ts";
import { IdmError, redactedError } from "../errors.ts";
import { printable } from "../printable.ts";
import type { Failure, Props } from "./handlers.ts";
import { secretNamesIn } from "./hidden.ts";
import type { Resource } from "./resource.ts";
import { secretsIn } from "./secrets.ts";
import { hasMark, shapeOf } from "./shape.ts";

/** Removes the secrets of one resource from everything that a user or a log may see. */
export class Redaction {
  readonly #resource: Resource;
  readonly #sources: Props[] = [];
  readonly #values: string[] = [];
  /** Undefined when there are no secrets. */
  #redact: ((text: string) => string) | undefined;

  /** Removes the secrets that are in `sources`: inputs and state. */
  constructor(resource: Resource, sources: readonly Props[]) {
    this.#resource = resource;
    this.add(...sources);
  }

  /** Removes the secrets of these properties too, from now on. */
  add(...sources: readonly Props[]): void {
    this.#sources.push(...sources);
    this.#update();
  }

  /** Removes these values too, from now on. */
  addValues(values: readonly string[]): void {
    this.#values.push(...values);
    this.#update();
  }

  #update(): void {
    const secrets = [...this.#values, ...secretsIn(this.#resource, this.#sources)];
    this.#redact = secrets.length > 0 ? valueRedactor(secrets) : undefined;
  }

  /** Replaces each secret in a message by `[secret]`. */
  text(text: string): string {
    return this.#redact ? this.#redact(text) : text;
  }

  /**
   * A copy of an error and its causes, without secrets. The message of an `IdmError` begins with `subject`; that of
   * any other error does not.
   */
  error(error: unknown, subject: string): unknown {
    if (error instanceof IdmError) return error.about(subject, this.#redact);
    return error instanceof Error && this.#redact ? redactedError(error, this.#redact) : error;
  }

  /**
   * The failure as the engine may print it. The engine prints the value of the property that a failure names, also
   * that of a secret, and a wrong one for a nested property. So the failure names none, and its reason begins with the
   * path.
   */
  failure({ property, reason }: Failure): Failure {
    return { property: "", reason: this.text(printable(`${property} ${reason}`)) };
  }

  /** Whether no message may show a value of this property. */
  isSecret(name: string): boolean {
    const property = this.#resource.properties[name];
    return (
      this.#sources.some((props) => secretNamesIn(props).includes(name)) ||
      (property !== undefined && hasMark(shapeOf(property.type), "isSecret"))
    );
  }
}
