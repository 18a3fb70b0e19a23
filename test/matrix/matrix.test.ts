import { availableParallelism } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IdmError } from "../../provider/errors.ts";
import { startService } from "../service/service.ts";
import { type Observation, observe } from "./cell.ts";
import { document } from "./document.ts";
import { type Row, rows } from "./faults.ts";
import { deadlineMs, slackMs } from "./limits.ts";
import type { Operation } from "./operations.ts";
import { cellText, columns, markdown } from "./table.ts";
import { isUncertain, words } from "./words.ts";

interface Cell {
  readonly column: string;
  readonly operation: Operation;
  readonly row: Row;
  outcome?: Observation | Error;
}

const cells: Cell[] = columns.flatMap(({ title, operations }) =>
  operations.flatMap((operation) => rows.map((row) => ({ column: title, operation, row }))),
);

/** Most of a cell's time is waiting, so that many share a core. */
const lanes = 8 * availableParallelism();

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);

beforeAll(async () => {
  process.on("unhandledRejection", note);
  const waiting = cells.values();
  await Promise.all(Array.from({ length: lanes }, () => lane(waiting)));
}, 300_000);

afterAll(() => void process.off("unhandledRejection", note));

/** Works off cells with a service of its own. */
async function lane(waiting: Iterable<Cell>): Promise<void> {
  const service = await startService();
  for (const cell of waiting) {
    cell.outcome = await observe(service, cell.operation, cell.row).catch((error: Error) => error);
  }
  await service.close();
}

describe.each(columns)("$title", ({ title, operations }) => {
  describe.each(operations)("$type", (operation) => {
    const column = cells.filter((cell) => cell.column === title && cell.operation === operation);
    test.each(column)("$row.title", (cell) => {
      const { report, elapsedMs, records } = seen(cell);
      const error = report.errors.it;
      if (error) expectHelpful(error, operation);
      expect(elapsedMs).toBeLessThan(deadlineMs + slackMs);
      expect(records.length).toBeLessThanOrEqual(operation.shown.length);
      if (!error || !isUncertain(error)) expect(records).toMatchObject(operation.shown);
    });
  });
});

test("no rejection goes unhandled", () => {
  expect(unhandled).toEqual([]);
});

test("docs/reliability.md tells what was seen here", async () => {
  const table = markdown(rows, (row, { title, operations }) => {
    const own = cells.filter((cell) => cell.row === row && cell.column === title);
    return cellText(operations.map(({ type }, index) => [type, words(seen(own[index]))]));
  });
  await expect(document(table)).toMatchFileSnapshot("../../docs/reliability.md");
});

function seen(cell: Cell | undefined): Observation {
  if (cell?.outcome instanceof Error) throw cell.outcome;
  return cell?.outcome ?? expect.fail("the cell was not run");
}

/** Names the resource, what was tried, and what to do. */
function expectHelpful(error: Error, { subject }: Operation): void {
  expect(error).toBeInstanceOf(IdmError);
  expect(error.message.startsWith(subject), error.message).toBe(true);
  expect(error.message).toMatch(/(GET|POST|PATCH|DELETE) \/[a-z]/);
  expect(error.message).toMatch(/\b(check|correct|grant|look at|raise|remove|run|set|take it over)\b/i);
}
