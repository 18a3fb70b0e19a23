/** Set in the bundle only: the version in package.json. */
declare const packageVersion: string | undefined;

/** Of this package. */
export const version = typeof packageVersion === "string" ? packageVersion : "development";

/** Tells the service which client and which Node sends a request. */
export const userAgent = `pulumi-idm/${version} node/${process.versions.node}`;
