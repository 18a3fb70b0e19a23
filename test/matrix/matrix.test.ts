import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IdmError } from "../../provider/errors.ts";
import { type Action, secretCanary } from "./actions.ts";
import { type Observation, observe } from "./cell.ts";
import { document, handWrittenFrom } from "./document.ts";
import { type FaultRow, faultRows } from "./fault-rows.ts";
import { cellsAtATime, deadlineMs, slackMs } from "./limits.ts";
import { isUncertain, outcome } from "./outcome.ts";
import { ServicePool } from "./service-pool.ts";
import { cellText, columns, markdown } from "./table.ts";

const pool = new ServicePool(cellsAtATime);
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => void unhandled.push(reason);

beforeAll(() => void process.on("unhandledRejection", onUnhandled));
afterAll(async () => {
  process.off("unhandledRejection", onUnhandled);
  await pool.close();
});

const observations = new Map<Action, Map<FaultRow, Promise<Observation>>>();

/** Runs the cell of an action and a fault, once. */
function observationOf(action: Action, row: FaultRow): Promise<Observation> {
  const ofAction = observations.get(action) ?? new Map<FaultRow, Promise<Observation>>();
  observations.set(action, ofAction);
  const observation = ofAction.get(row) ?? pool.lend((lent) => observe(lent, action, row));
  ofAction.set(row, observation);
  return observation;
}

describe.concurrent.each(columns)("$title", ({ actions }) => {
  describe.each(actions)("$type", (action) => {
    test.each(faultRows)("$title", { timeout: 60_000 }, async (row) => {
      const { report, elapsedMs, records, warnings } = await observationOf(action, row);
      const error = report.errors.it;
      expect(inspect([error, warnings], { depth: 20 })).not.toContain(secretCanary);
      if (error) expectHelpful(error, action);
      expect(elapsedMs).toBeLessThan(deadlineMs + slackMs);
      expect(records.length).toBeLessThanOrEqual(action.shown.length);
      if (!error || !isUncertain(error)) expect(records).toMatchObject(action.shown);
    });
  });
});

test("no rejection goes unhandled", () => {
  expect(unhandled).toEqual([]);
});

test("docs/reliability.md says what the cells show", { timeout: 300_000 }, async () => {
  const actions = columns.flatMap((column) => column.actions);
  const outcomes = new Map(
    await Promise.all(actions.map(async (action) => [action, await outcomesOf(action)] as const)),
  );
  const table = markdown(faultRows, (row, column) =>
    cellText(column.actions.map((action) => [action.type, outcomes.get(action)?.get(row) ?? ""])),
  );
  await expect(document(table) + handWrittenPart()).toMatchFileSnapshot("../../docs/reliability.md");
});

/** What follows the table in the document. */
function handWrittenPart(): string {
  const text = readFileSync(new URL("../../docs/reliability.md", import.meta.url), "utf8");
  return text.slice(text.indexOf(handWrittenFrom));
}

/** The outcome of an action under each fault. */
async function outcomesOf(action: Action): Promise<Map<FaultRow, string>> {
  return new Map(
    await Promise.all(
      faultRows.map(async (row) => [row, outcome(await observationOf(action, row))] as const),
    ),
  );
}

/** The message names the resource, the request, and what to do. */
function expectHelpful(error: Error, { subject, toldBy }: Action): void {
  expect(error).toBeInstanceOf(IdmError);
  expect(error.message.startsWith(subject), error.message).toBe(true);
  if (!toldBy?.test(error.message)) expect(error.message).toMatch(/(GET|POST|PATCH|DELETE) \/[a-z]/);
  expect(error.message).toMatch(/\b(check|correct|grant|look at|raise|remove|run|set|adopt it)\b/i);
}
