// What the values of a tenant in the list must look like.

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const domain = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})+$`, "i");
const address = /^https?:\/\/[^/]+(\/.*)?$/;
/** User info, a query, a fragment, white space and characters that URL parsers drop or replace. */
const notOfAddress = /[@?#\\\s\p{Cc}]/u;

/** 1 to 40 characters that the names of stacks, files and Kubernetes objects may have. */
export function isName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/.test(text);
}

export function isDomain(text: string): boolean {
  return domain.test(text);
}

/** An address of a server, maybe with a path, and nothing else. */
export function isAddress(text: string): boolean {
  return address.test(text) && !notOfAddress.test(text) && URL.canParse(text);
}

export function isBaseAddress(text: string): boolean {
  return isAddress(text) && /\/api\/v2\/?$/.test(text);
}
