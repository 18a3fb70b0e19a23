/** The parts of `oidc-provider` that the stand-in service uses. The package has no types. */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: "server_error", listener: (context: unknown, error: Error) => void): this;
  }
  export const errors: { InvalidTarget: new (message?: string) => Error };
}
