import type { Command, Stack } from "./stack.ts";

/** As the quickstart program exports them. */
interface VerificationRecord {
  name: string;
  type: string;
  value: string;
}

const NEXT = `What to try next:
  npm start                 again: everything is unchanged, and not one write reaches the service
  npm start -- destroy      take it all away (the adopted template stays at the service)
  examples/quickstart/      change the program and run npm start: the engine shows what differs
  npm start                 with IDM_BASE_URL, IDM_CLIENT_ID, IDM_CLIENT_SECRET and QUICKSTART_ZONE set:
                            the same program against a tenant of yours, after a preview that you confirm
  npm test                  every test of this provider, under the real engine too`;

/** What the user does with what is there now. */
export function report(command: Command, stack: Stack): void {
  if (command === "up") console.log(`\n${verificationRecords(stack)}\n\n${NEXT}`);
}

function verificationRecords(stack: Stack): string {
  const records = Object.values(stack.outputs().verificationRecords ?? {}).flat() as VerificationRecord[];
  const width = (field: keyof VerificationRecord) =>
    Math.max(...records.map((record) => record[field].length));
  const [name, type] = [width("name"), width("type")];
  const rows = records.map(
    (record) => `  ${record.name.padEnd(name)}  ${record.type.padEnd(type)}  ${record.value}`,
  );
  return ["DNS records that prove the domains are yours; a domain accepts no requests before:", ...rows].join(
    "\n",
  );
}
