import type { Context, RemoteItem } from "./context.ts";
import type { Interrupted, JournalEntry } from "./journal.ts";
import type { CreateKey } from "./journal-key.ts";
import { madeOf, type Outcome, outcomeOf } from "./outcome.ts";

/** Does a create, and writes what becomes of it to the journal. Nothing else writes the outcome of a create. */
export async function journaled(
  context: Context,
  create: Omit<CreateKey, "resource" | "tenant">,
  work: (interrupted: Interrupted | undefined) => Promise<RemoteItem>,
): Promise<RemoteItem> {
  const { ownership, who, client } = context;
  const entry = ownership.begin(who, { ...create, tenant: client.settings.baseUrl });
  try {
    const item = await work(entry.interrupted);
    write(entry, madeOf(item));
    return item;
  } catch (error) {
    write(entry, outcomeOf(error));
    throw error;
  }
}

function write(entry: JournalEntry, outcome: Outcome): void {
  if (outcome.kind === "made") {
    // After pulumi state delete, a guess must not be taken again.
    if (outcome.isGuess) entry.close();
    else entry.created(outcome.id);
  } else if (outcome.kind === "refused") {
    // A refused request says nothing about the request of the earlier run.
    if (!entry.interrupted) entry.close();
  } else if (outcome.isFinal) entry.close();
}
