import type { Context, RemoteItem } from "./context.ts";
import type { JournalEntry } from "./journal.ts";
import type { CreateKey } from "./journal-key.ts";
import { madeOf, type Outcome, outcomeOf } from "./outcome.ts";

/** Does a create, and writes what becomes of it to the journal. Nothing else writes the outcome of a create. */
export async function journaled(
  context: Context,
  create: Omit<CreateKey, "resource" | "tenant">,
  work: (entry: JournalEntry) => Promise<RemoteItem>,
): Promise<RemoteItem> {
  const { ownership, who, client, operation } = context;
  const entry = ownership.begin(who, { ...create, tenant: client.settings.baseUrl });
  for (const warning of entry.warnings) operation.warn(warning);
  const endNotice = noticeOfStop(context);
  // A create that adopts may fail before anything is sent.
  let mayHaveMade = entry.interrupted !== undefined;
  const send = () => {
    mayHaveMade = true;
    entry.send();
  };
  try {
    const item = await work({ ...entry, send });
    write(entry, madeOf(item));
    return item;
  } catch (error) {
    const outcome = outcomeOf(error);
    write(entry, outcome.kind === "unknown" && !mayHaveMade ? { kind: "refused" } : outcome);
    throw error;
  } finally {
    endNotice();
  }
}

/** Most creates end sooner. */
const noticeAfterMs = 2_000;

/** After Ctrl-C, says why the run does not end. Returns a function that undoes this. */
function noticeOfStop({ stop, operation }: Context): () => void {
  let timer: NodeJS.Timeout | undefined;
  const notice = () =>
    operation.say(
      "stops as soon as the outcome of its create is known. A second Ctrl-C ends the run at once; the next one then looks for the item.",
    );
  const onStop = () => {
    timer = setTimeout(notice, noticeAfterMs).unref();
  };
  stop.addEventListener("abort", onStop, { once: true });
  return () => {
    clearTimeout(timer);
    stop.removeEventListener("abort", onStop);
  };
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
