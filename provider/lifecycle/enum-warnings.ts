import { propertyPath } from "./check.ts";
import type { Runtime } from "./context.ts";
import { newEnumValues } from "./enum-values.ts";
import type { Props } from "./handlers.ts";
import { pick } from "./props.ts";
import { Redaction } from "./redaction.ts";
import type { Resource } from "./resource.ts";
import { subjectOf } from "./run-verb.ts";
import { shapeOf } from "./shape.ts";

/** Warns of enum values that the interface does not have: once for each, as all items of a service may have it. */
export class EnumWarnings {
  readonly #resource: Resource;
  readonly #runtime: Runtime;
  readonly #warned = new Set<string>();

  constructor(resource: Resource, runtime: Runtime) {
    this.#resource = resource;
    this.#runtime = runtime;
  }

  /** Looks at what the service `returned` for the inputs that are `declared`. `props` name the resource. */
  warn(returned: Props, declared: Iterable<string>, props: Props): void {
    const redaction = new Redaction(this.#resource, [props, returned]);
    for (const [name, value] of Object.entries(pick(returned, declared))) {
      const input = this.#resource.inputs[name];
      if (!input || redaction.isSecret(name)) continue;
      for (const found of newEnumValues(shapeOf(input.type), value, [name]))
        this.#warnOnce(redaction, props, propertyPath(found.path), printable(found.value));
    }
  }

  #warnOnce(redaction: Redaction, props: Props, path: string, value: string): void {
    const fact = `the service returns ${value} for ${path}`;
    if (this.#warned.has(fact)) return;
    this.#warned.add(fact);
    const subject = subjectOf(this.#resource, props);
    const effect = `This provider does not know that value, so it keeps what the program declares`;
    this.#runtime.log(redaction.text(`warning: ${subject}: ${fact}. ${effect}.`));
  }
}

/** In quotes, without characters that could steer a terminal, and at most 100 characters long. */
function printable(value: string): string {
  return JSON.stringify(value.slice(0, 100).replace(/[^\x20-\x7e]/g, "?"));
}
