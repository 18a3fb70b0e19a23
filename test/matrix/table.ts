import type { Row } from "./faults.ts";
import {
  adopt,
  create,
  domain,
  type Operation,
  read,
  redeliver,
  remove,
  role,
  takeOver,
  template,
  token,
  update,
} from "./operations.ts";

/** A column of the table: operations that are promised the same. */
export interface Column {
  readonly title: string;
  readonly operations: readonly Operation[];
}

const subjects = [role, domain, template];

export const columns: readonly Column[] = [
  { title: "create", operations: subjects.map(create) },
  { title: "read", operations: subjects.map(read) },
  { title: "update", operations: subjects.map(update) },
  { title: "delete", operations: subjects.map(remove) },
  { title: "take-over of a template", operations: [takeOver] },
  {
    title: "look-up of `adopt`",
    operations: [
      adopt(role, { name: "admin" }),
      adopt(domain, { domain: "login.example.com", type: "self_managed_certs" }),
    ],
  },
  { title: "redelivery", operations: [redeliver] },
  { title: "token request", operations: [token] },
];

/** The cell of a column: one text where its resources agree, else the text of each. */
export function cellText(texts: readonly (readonly [type: string, text: string])[]): string {
  const [first] = texts;
  if (first && texts.every(([, text]) => text === first[1])) return first[1];
  return texts.map(([type, text]) => `${type}: ${text}`).join("; ");
}

/** The table in Markdown; rows of a group whose cells agree are one line. */
export function markdown(rows: readonly Row[], cell: (row: Row, column: Column) => string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cells = (row: Row) => columns.map((column) => cell(row, column));
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
