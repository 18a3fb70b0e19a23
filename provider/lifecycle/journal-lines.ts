// The lines of a journal's file. Another process, a full disk or a lost machine may have left any bytes in it.
import * as z from "zod";
import { type CreateRecord, hashNames } from "./journal-key.ts";

/** A create in the file of an ended process of which no state is known to have the item. */
export interface Leftover extends CreateRecord {
  /** Number of the create, the same in every file that has it. */
  readonly create: string;
  /** UNIX time in milliseconds. */
  readonly beganMs: number;
  /** Id of the created item. Undefined when the process ended before the response. */
  readonly id: string | undefined;
  /** Whether the engine of the process has ended in order. */
  readonly ended: boolean;
  /** Paths of the files that have it. */
  readonly files: readonly string[];
}

/** A create whose first line was cut after the hash of its resource. Nothing tells what was sent. */
export type CutCreate = Pick<Leftover, "create" | "key" | "beganMs" | "files">;

/** The creates of a file that are not closed. */
export interface OpenCreates {
  readonly leftovers: readonly Leftover[];
  readonly cut: readonly CutCreate[];
}

const dayMs = 24 * 3600 * 1000;

/** A create that no run asks for is named in warnings for a week. */
export const namedMs = 7 * dayMs;

/** After an orderly end most items are in a state. Of a stack that never runs again, nothing shows it. */
const endedKeptMs = 90 * dayMs;

/**
 * The lines of a file: `begin` opens a create, `made` adds its id, `done` closes it. `ended` says that the engine has
 * ended in order.
 */
export const line = {
  begin: (create: string, record: CreateRecord, beganMs: number) =>
    `begin ${[create, beganMs, ...hashNames.map((name) => record[name]), described(record)].join(" ")}\n`,
  created: (create: string, id: string) => `made ${create} ${encodeURIComponent(id)}\n`,
  done: (create: string) => `done ${create}\n`,
  ended: "ended\n",
};

/** Ends a line that was cut. It is one word more, so that an id of which a part is missing is not taken for a whole. */
export const cutEnd = " cut";

const description = z.object({
  owner: z.string().optional(),
  resource: z.string().optional(),
  label: z.string().default("item"),
  names: z.array(z.string()).default([]),
});

type Description = Pick<CreateRecord, keyof z.infer<typeof description>>;

function described({ owner, resource, label, names }: Description): string {
  return encodeURIComponent(JSON.stringify({ owner, resource, label, names }));
}

/** The creates that the lines of a file leave open. A line that cannot be read does not hide the others. */
export function parse(content: string, file: string): OpenCreates {
  const lines = content.split("\n");
  const last = lines.pop();
  if (last) lines.push(last + cutEnd);
  const leftovers = new Map<string, Leftover>();
  const cut = new Map<string, CutCreate>();
  for (const [verb, create = "", ...details] of lines.map((text) => text.split(" "))) {
    const known = leftovers.get(create);
    const begun = verb === "begin" ? leftoverOf(create, details, file) : undefined;
    const cutHere = verb === "begin" && !begun && !known ? cutCreateOf(create, details, file) : undefined;
    if (verb === "done" || begun) cut.delete(create);
    if (verb === "done") leftovers.delete(create);
    if (begun) leftovers.set(create, begun);
    if (cutHere) cut.set(create, cutHere);
    if (verb === "made" && known) leftovers.set(create, { ...known, id: idIn(details) ?? known.id });
  }
  const ended = lines.includes("ended");
  return {
    leftovers: [...leftovers.values()].map((leftover) => ({ ...leftover, ended })).filter(isKept),
    cut: [...cut.values()].filter(({ beganMs }) => Date.now() - beganMs <= namedMs),
  };
}

function leftoverOf(create: string, details: readonly string[], file: string): Leftover | undefined {
  const beganMs = timeIn(details[0]);
  const [key, stack, place, item, content] = details.slice(1, 1 + hashNames.length).filter(isHash);
  const about = descriptionIn(details[1 + hashNames.length]);
  if (beganMs === undefined || !key || !stack || !place || !item || !content || !about) return undefined;
  return {
    key,
    stack,
    place,
    item,
    content,
    ...about,
    create,
    beganMs,
    id: undefined,
    ended: false,
    files: [file],
  };
}

function cutCreateOf(create: string, details: readonly string[], file: string): CutCreate | undefined {
  const [time, key = ""] = details;
  const beganMs = timeIn(time);
  return beganMs !== undefined && isHash(key) ? { create, key, beganMs, files: [file] } : undefined;
}

/** More digits than any time has are beyond what `Date` takes. */
function timeIn(text = ""): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function isHash(text: string): boolean {
  return /^[\w-]{24}$/.test(text);
}

/** Files of earlier versions have none. */
function descriptionIn(text = "%7B%7D"): Description | undefined {
  try {
    const { owner, resource, label, names } = description.parse(JSON.parse(decodeURIComponent(text)));
    return { owner, resource, label, names };
  } catch {
    return undefined;
  }
}

/** Undefined unless it is whole: a part of an id is the id of another item, or of none. */
function idIn([text = "", ...more]: readonly string[]): string | undefined {
  if (more.length > 0 || !/^[\w.!~*'()%-]+$/.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isKept({ id, ended, beganMs }: Leftover): boolean {
  return id === undefined || !ended || Date.now() - beganMs <= endedKeptMs;
}
