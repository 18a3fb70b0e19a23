/** The text of docs/reliability.md around its table. */
export function document(table: string): string {
  return `# Reliability

What happens to a resource when something goes wrong between this provider and the service. The table is written by the tests
that drive every operation into every fault over real HTTP (\`test/matrix\`), and a test fails when it no longer tells what they see.

In every cell the tests also hold that

- after one more \`pulumi up\` without a fault, the service holds exactly what the program declares, each thing once, and an \`up\` after that changes nothing;
- a redelivery is never sent twice unasked;
- an error names the resource, the request and what to do, and no rejection goes unhandled;
- no operation takes longer than \`idm:retryDeadlineSeconds\`.

| In the table | Means |
|---|---|
| done | The one answer was good enough. |
| repeated | Sent again, after a wait where that helps, with a new token after a 401; then done. |
| looked up, taken over | The service may have acted, so what was to be made was looked up; it was there, and is the resource now. A warning names its id. |
| looked up, sent again | The service may have acted, but two look-ups, a second apart, show that it has not; so the request is sent again. |
| reported | The operation fails with an error that says what to do. Nothing has changed, or the state knows what has. |
| reported as uncertain, never repeated | The redelivery may have been accepted. The state keeps it, so that the next \`up\` does not send it; to send it again, change one of its \`triggers\`. |
| gone: made anew | A refresh takes the resource out of the state, and the next \`up\` makes it. |

"Before acting" and "after acting" tell whether the service has done what was asked before the fault. A fault comes once, unless
it says "for good"; the row 404 means for read, update and delete that the item is truly gone. Where resources differ, the cell names them.

${table}
`;
}
