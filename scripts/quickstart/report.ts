import { isPython, type QuickstartCommand, type QuickstartStack } from "./stack.ts";

/** A record in the outputs of the quickstart program. */
interface ExportedRecord {
  name: string;
  type: string;
  value: string;
}

const nextStepsInPython = `What to try next:
  npm start -- --python          once more: everything is unchanged, and nothing is written to the service
  npm start -- --python destroy  delete everything (the adopted template stays at the service)
  examples/quickstart-python/    change the program and run it again: the engine shows the differences
  docs/languages.md              how your own program in Python, Go or YAML uses the provider`;

const nextSteps = `What to try next:
  npm start                 once more: everything is unchanged, and nothing is written to the service
  npm start -- destroy      delete everything (the adopted template stays at the service)
  examples/quickstart/      change the program and run npm start: the engine shows the differences
  npm start                 with IDM_BASE_URL, IDM_CLIENT_ID, IDM_CLIENT_SECRET and QUICKSTART_ZONE set:
                            the same program against your own tenant, after a preview that you confirm
  npm test                  the tests of this provider, with those under the real engine`;

/** After an `up`, prints the verification records and what to try next. */
export function report(command: QuickstartCommand, stack: QuickstartStack): void {
  if (command === "up")
    console.log(`\n${verificationRecords(stack)}\n\n${isPython ? nextStepsInPython : nextSteps}`);
}

function verificationRecords(stack: QuickstartStack): string {
  const records = Object.values(stack.outputs().verificationRecords ?? {}).flat() as ExportedRecord[];
  const width = (field: keyof ExportedRecord) => Math.max(...records.map((record) => record[field].length));
  const [name, type] = [width("name"), width("type")];
  const rows = records.map(
    (record) => `  ${record.name.padEnd(name)}  ${record.type.padEnd(type)}  ${record.value}`,
  );
  return [
    "DNS records that prove that the domains are yours. A domain accepts no requests before:",
    ...rows,
  ].join("\n");
}
