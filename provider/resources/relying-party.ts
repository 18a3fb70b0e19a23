import { isIP } from "node:net";
import { parse } from "tldts";

/**
 * Whether `identifier` is `domain` itself or a registrable suffix of it, by the public suffix list (docs/service.md,
 * "Custom domain").
 */
export function isRelyingPartyOf(identifier: string, domain: string): boolean {
  const [suffix, host] = [identifier.toLowerCase(), domain.toLowerCase()];
  if (suffix === host) return true;
  if (!host.endsWith(`.${suffix}`)) return false;
  return isIP(host) === 0 && parse(suffix, { allowPrivateDomains: true }).domain !== null;
}
