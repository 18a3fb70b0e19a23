const CRUD = ["create", "read", "update", "delete"] as const;

/** `<action>:<resource>`, section 5 of the interface. */
export type Scope = `${(typeof CRUD)[number]}:${string}`;

const everyAction = (resource: string): Scope[] => CRUD.map((action) => `${action}:${resource}` as const);

/** The scopes of the resources that the stand-in has. */
export const DEFAULT_SCOPES: readonly Scope[] = [
  ...everyAction("custom_domains"),
  ...everyAction("vdcs_templates"),
  ...everyAction("roles"),
  ...everyAction("event_streams"),
  "read:event_deliveries",
  "update:event_deliveries",
];

/** Audience of every access token, section 5 of the interface. */
export const AUDIENCE = "/api/v2/";
