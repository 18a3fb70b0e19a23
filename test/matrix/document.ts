/** The heading in docs/reliability.md at which the part begins that is written by hand. */
export const handWrittenFrom = "## Beyond one fault";

/** The text of docs/reliability.md around its table, up to `handWrittenFrom`. */
export function document(table: string): string {
  return `# Reliability

What happens to a resource when something goes wrong between this provider and the service. Tests write this table: they
drive every operation into every fault over real HTTP (\`test/matrix\`), and fail when the table differs from what they see.

In every cell the tests also check that

- after one more \`pulumi up\` without a fault, the service holds exactly what the program declares, each item once, and a further \`up\` changes nothing;
- a redelivery is never sent twice unless you ask for it;
- an error names the resource, the request and what to do, and no promise rejection goes unhandled;
- an operation ends within \`idm:retryDeadlineSeconds\`. The wait for a domain ends within its \`timeoutSeconds\` instead.

| In the table | Means |
|---|---|
| done | The first answer is enough. |
| repeated | The request is sent again, if useful after a wait, and after a 401 with a new token. It then succeeds. |
| looked up, adopted | The service may have created the item, so the provider looks for it. It exists with everything that was sent, and becomes the resource as it is. A warning names its id. |
| looked up, repeated | The service may have created the item, but lookups do not find it: three within 4 seconds, or six within 25 seconds after a time-out or a 504. The request is sent again. |
| looked up, reported | The answer does not say whether the item exists, so the provider reads the list. It has the item: the operation fails with an error that says what to do. |
| read by id | The list is of no use. Each resource is read with a request of its own, which succeeds. |
| reported | The operation fails with an error that says what to do. Nothing has changed, or the state records what has. |
| reported as uncertain, never repeated | The service may have accepted the redelivery. The state keeps it, so that the next \`up\` does not send it. To send it again, change one of its \`triggers\`. |
| gone, created again | A refresh removes the resource from the state, and the next \`up\` creates it. |

"Before acting" and "after acting" say whether the service had done what was requested when the fault came. A fault comes once,
unless the row says "permanently". In the row 404, the item of a read, an update or a delete no longer exists. In the row "404 at another
tenant's address", \`idm:baseUrl\` of a read, an update or a delete has become the address of a tenant that does not have the item.
Where resources differ, the cell names them.

${table}

`;
}
