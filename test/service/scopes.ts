/** `<action>:<resource>` */
export type Scope = `${"create" | "read" | "update" | "delete"}:${string}`;

/** The scopes that the routes need, each once. */
export function scopesOf(routes: readonly { scope: Scope }[]): Scope[] {
  return [...new Set(routes.map(({ scope }) => scope))];
}

/** Audience of every access token. */
export const managementAudience = "/api/v2/";
