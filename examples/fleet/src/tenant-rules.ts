// What the values of a tenant in the list must look like.

const label = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const domain = new RegExp(`^(?=.{1,253}$)${label}(\\.${label})+$`, "i");
/** No segment of the path is empty, `.` or `..`. */
const address = /^https?:\/\/[^/]+(\/(?!\.{1,2}(\/|$))[^/]+)*\/?$/;
/** User info, a query, a fragment, an encoding, white space and characters that URL parsers drop or replace. */
const notOfAddress = /[@?#%\\\s\p{Cc}]/u;

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

/** The same text for all spellings of an address. */
export function normalizedAddress(text: string): string {
  const url = URL.parse(text);
  return url
    ? `${url.protocol}//${url.host.replace(/\.(?=:|$)/, "")}${url.pathname.replace(/\/$/, "")}`
    : text;
}

export function isBaseAddress(text: string): boolean {
  return isAddress(text) && /\/api\/v2\/?$/.test(text);
}
