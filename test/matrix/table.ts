import {
  type Action,
  adoptExisting,
  adoptTemplate,
  create,
  domainSample,
  foreignWebhook,
  read,
  readFromList,
  readWhileWaiting,
  redeliver,
  remove,
  roleSample,
  samples,
  token,
  update,
  verify,
  webhookSample,
} from "./actions.ts";
import type { FaultRow } from "./fault-rows.ts";

/** A column of the table: actions with the same promise. */
export interface Column {
  readonly title: string;
  readonly actions: readonly Action[];
}

export const columns: readonly Column[] = [
  { title: "create", actions: samples.map(create) },
  { title: "read", actions: samples.map(read) },
  { title: "read from a list", actions: samples.map(readFromList) },
  { title: "update", actions: samples.map(update) },
  { title: "delete", actions: samples.map(remove) },
  { title: "adoption of a template", actions: [adoptTemplate] },
  {
    title: "lookup of `adopt`",
    actions: [
      adoptExisting(roleSample, (tenant) => void tenant.addRole({ name: "admin" })),
      adoptExisting(domainSample, (tenant) => {
        tenant.addDomain({ domain: "login.example.com", type: "self_managed_certs" });
      }),
      adoptExisting(webhookSample, (tenant) => {
        tenant.collection("webhooks").set(foreignWebhook.id, structuredClone(foreignWebhook));
      }),
    ],
  },
  { title: "read while waiting for a domain", actions: [readWhileWaiting] },
  { title: "request to verify a domain", actions: [verify] },
  { title: "redelivery", actions: [redeliver] },
  { title: "token request", actions: [token] },
];

/** The text of a cell: one outcome where the resources of the column agree, else the outcome of each. */
export function cellText(outcomes: readonly (readonly [type: string, outcome: string])[]): string {
  const [first] = outcomes;
  if (first && outcomes.every(([, outcome]) => outcome === first[1])) return first[1];
  return outcomes.map(([type, outcome]) => `${type}: ${outcome}`).join("; ");
}

/** The table in Markdown. Rows of a group whose cells agree are one line. */
export function markdown(rows: readonly FaultRow[], cell: (row: FaultRow, column: Column) => string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cells = (row: FaultRow) => columns.map((column) => cell(row, column));
  const lines = rows.map((row) => {
    const group = rows.filter((other) => row.group !== undefined && other.group === row.group);
    const agree = new Set(group.map((other) => line(cells(other)))).size === 1;
    return line([agree ? (row.group ?? row.title) : row.title, ...cells(row)]);
  });
  const head = [
    line(["Fault", ...columns.map(({ title }) => title)]),
    line(["---", ...columns.map(() => "---")]),
  ];
  return [...head, ...new Set(lines)].join("\n");
}
