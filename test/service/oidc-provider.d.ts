/** The few names of `oidc-provider` that the stand-in uses; the package brings no types of its own. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: "server_error", listener: (context: unknown, error: Error) => void): this;
  }
  export const errors: { InvalidTarget: new (message?: string) => Error };
}
