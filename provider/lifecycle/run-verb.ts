import type { Client } from "../client/client.ts";
import { IdmError } from "../errors.ts";
import type { Context, Runtime } from "./context.ts";
import type { Props, TimeLimit } from "./handlers.ts";
import { lastSeenElsewhere } from "./last-seen.ts";
import { lookSchedule } from "./look-schedule.ts";
import type { Who } from "./ownership.ts";
import { Redaction } from "./redaction.ts";
import type { Resource } from "./resource.ts";
import { nameInProgram } from "./resource-name.ts";

/** Only a create gets an item. */
const nobody: Who = { resource: undefined, owner: "" };

/** What an operation has besides its verb. */
export interface VerbOptions {
  /** The resource of a create. */
  readonly who?: Who;
  readonly limit?: TimeLimit | undefined;
}

/**
 * Runs a verb as one operation of the client. Its errors and log lines begin with the name of the resource, and
 * contain none of the secrets in `sources` (inputs and state).
 */
export async function runVerb<T>(
  resource: Resource,
  runtime: Runtime,
  sources: readonly Props[],
  verb: (context: Context) => Promise<T>,
  { who = nobody, limit }: VerbOptions = {},
): Promise<T> {
  const redaction = new Redaction(resource, sources);
  const props: Props = Object.assign({}, ...sources);
  const subject = redaction.text(subjectOf(resource, props));
  const client = clientFor(runtime, subject);
  try {
    return await client.operate(
      subject,
      (operation) =>
        verb({
          client,
          address: runtime.address,
          operation,
          stop: runtime.stop,
          ownership: runtime.ownership(),
          who,
          limit,
          looks: runtime.looks ?? lookSchedule,
          lastSeen: lastSeenElsewhere(sources, client.settings.baseUrl),
          isSecret: (name) => redaction.isSecret(name),
          addSecretsOf: (props) => redaction.add(props),
        }),
      {
        redact: (text) => redaction.text(text),
        resource: { type: resource.type, name: String(nameOf(resource, props) ?? "") },
        ...(limit && { deadlineMs: limit.ms, limitName: limit.name }),
      },
    );
  } catch (error) {
    redaction.addValues(client.secrets);
    throw redaction.error(error, subject);
  }
}

function clientFor(runtime: Runtime, subject: string): Client {
  try {
    return runtime.client();
  } catch (error) {
    throw error instanceof IdmError ? error.about(subject) : error;
  }
}

/** How messages name a resource: `Role "admin"`. */
export function subjectOf(resource: Resource, props: Props): string {
  return `${resource.type} ${JSON.stringify(nameOf(resource, props))}`;
}

/**
 * The name of a resource in messages. Without a value in the properties that name it, its id. A resource that only an
 * id names has the name of the program, as far as it is known: a program shows no ids.
 */
function nameOf({ subject, collection }: Resource, props: Props): unknown {
  const given = collection ? undefined : nameInProgram(props);
  const name = subject.map((key) => props[key]).find((value) => value !== undefined);
  return given ?? name ?? props.id;
}
